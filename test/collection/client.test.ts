// The shipped collection over the door `client`.
import { holdsOver } from './holds-over.ts';

holdsOver('client');
