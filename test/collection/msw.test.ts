// The shipped collection over the door `msw`.
import { holdsOver } from './holds-over.ts';

holdsOver('msw');
