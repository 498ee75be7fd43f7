// The shipped collection over the door `server`.
import { holdsOver } from './holds-over.ts';

holdsOver('server');
