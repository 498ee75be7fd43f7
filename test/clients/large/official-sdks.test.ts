/** The tool runners of the official SDKs for Python, Go and Java. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, onTestFinished, test } from 'vitest';
import { rehearse } from '../rehearse.ts';
import { BUILT, install, play, type Command } from './process.ts';

interface OfficialSdk {
  readonly language: string;
  readonly client: string;
  readonly package: string;
  /** The file that pins the version, and where in it. */
  readonly pinned: readonly [file: string, version: RegExp];
  /** Run in the folder of the language. */
  readonly install: readonly Command[];
  readonly run: Command;
}

const inFolder = (...path: readonly string[]): string => join(import.meta.dirname, ...path);
const venv = join(BUILT, 'venv');
const goLoop = join(BUILT, 'go-loop');
const classes = join(BUILT, 'java', 'classes');
const jars = join(BUILT, 'java', 'jars');

const SDKS: readonly OfficialSdk[] = [
  {
    language: 'python',
    client: 'Python SDK',
    package: 'anthropic',
    pinned: ['requirements.txt', /^anthropic==(.+)$/m],
    install: [
      ['python3', '-m', 'venv', venv],
      [join(venv, 'bin', 'pip'), 'install', '--quiet', '-r', 'requirements.txt'],
    ],
    run: [join(venv, 'bin', 'python'), inFolder('python', 'loop.py')],
  },
  {
    language: 'go',
    client: 'Go SDK',
    package: 'github.com/anthropics/anthropic-sdk-go',
    pinned: ['go.mod', /anthropic-sdk-go v(.+)$/m],
    install: [['go', 'build', '-o', goLoop, '.']],
    run: [goLoop],
  },
  {
    language: 'java',
    client: 'Java SDK',
    package: 'com.anthropic:anthropic-java',
    pinned: ['pom.xml', /anthropic-java<\/artifactId>\s*<version>(.+)<\/version>/],
    install: [
      ['mvn', '-q', '-B', 'compile', 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`],
    ],
    run: ['java', '-cp', `${classes}:${join(jars, '*')}`, 'Loop'],
  },
];

describe.each(SDKS)('the $client', ({ language, client, package: name, pinned, ...commands }) => {
  let problem: string | undefined;
  beforeAll(async () => {
    problem = await install(inFolder(language), commands.install);
  });

  test('ends', async ({ skip }) => {
    skip(problem !== undefined, problem);
    const [file, version] = pinned;
    const [, number] = version.exec(readFileSync(inFolder(language, file), 'utf8'))!;
    const home = mkdtempSync(join(tmpdir(), 'ensaio-client-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const versions = { [name]: number! };
    await rehearse({ file: `sdk-${language}`, client, versions }, (url) =>
      play(commands.run, url, home),
    );
  });
});
