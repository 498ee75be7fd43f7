// Properties take the same values in each run: whether a change lands is no matter of luck. FC_SEED names them.
import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FC_SEED']) });
