/** The programs of `examples/` in the languages whose SDKs were not there when these rows were written. */
import { row } from '../../seeds/row.ts';
import { playExample } from './play-programs.ts';

row('CS-01 CS-02', 'the example in C# ends', (context) => playExample('csharp', context));
row('PH-01 PH-02', 'the example in PHP ends', (context) => playExample('php', context));
row('RB-01 RB-02', 'the example in Ruby ends', (context) => playExample('ruby', context));
