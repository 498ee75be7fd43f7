/** The programs of each language, how they are installed, and how they are run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../seeds/seed-rows.ts';
import { BUILT, install, NOT_FETCHED, NOT_THERE, type Command } from './process.ts';

/** The file in `examples/` that pins a version, and where in it. */
type Pin = readonly [file: string, version: RegExp];

interface Programs {
  /** For people. */
  readonly client: string;
  readonly package: string;
  readonly pinned: Pin;
  /** Brings what is not ours; where that fails, there is nothing to test. In the folder of the language in `examples/`. */
  readonly fetch: readonly Command[];
  /** Each in the folder of the language, in `examples/` or here. Default: there is nothing to build. */
  readonly install?: readonly Command[];
  readonly installHere?: readonly Command[];
  readonly example: Command;
  /** Runs one way to use the tool runner, which is given by its name. */
  readonly ways?: Command;
}

const examples = join(import.meta.dirname, '..', '..', '..', 'examples');
const here = (...path: readonly string[]): string => join(import.meta.dirname, ...path);
const example = (...path: readonly string[]): string => join(examples, ...path);
const built = (...path: readonly string[]): string => join(BUILT, ...path);

const pinnedBy = (language: Language, [file, version]: Pin): string =>
  version.exec(readFileSync(example(language, file), 'utf8'))![1]!;

const RUBY: Pin = ['weather_and_sum.rb', /^gem "anthropic", "(.+)"$/m];

/** A short program is over before the second compiler pays. */
const JAVA = ['java', '-XX:TieredStopAtLevel=1'] as const;
const classes = built('java-example', 'classes');
const jars = join(built('java-example', 'jars'), '*');

export const programs: Readonly<Record<Language, Programs>> = {
  python: {
    client: 'Python SDK',
    package: 'anthropic',
    pinned: ['requirements.txt', /^anthropic==(.+)$/m],
    fetch: [
      ['python3', '-m', 'venv', built('venv-example')],
      [built('venv-example', 'bin', 'pip'), 'install', '--quiet', '-r', 'requirements.txt'],
    ],
    example: [built('venv-example', 'bin', 'python'), example('python', 'weather_and_sum.py')],
    ways: [built('venv-example', 'bin', 'python'), here('python', 'rows.py')],
  },
  go: {
    client: 'Go SDK',
    package: 'github.com/anthropics/anthropic-sdk-go',
    pinned: ['go.mod', /anthropic-sdk-go v(.+)$/m],
    fetch: [['go', 'mod', 'download']],
    install: [['go', 'build', '-o', built('go-example'), '.']],
    installHere: [['go', 'build', '-o', built('go-rows'), './rows']],
    example: [built('go-example')],
    ways: [built('go-rows')],
  },
  java: {
    client: 'Java SDK',
    package: 'com.anthropic:anthropic-java',
    pinned: ['pom.xml', /anthropic-java<\/artifactId>\s*<version>(.+)<\/version>/],
    fetch: [
      [
        'mvn',
        '-q',
        '-B',
        `-Dbuild.folder=${built('java-example')}`,
        'dependency:resolve-plugins',
        'dependency:copy-dependencies',
        `-DoutputDirectory=${built('java-example', 'jars')}`,
      ],
    ],
    install: [['mvn', '-q', '-B', `-Dbuild.folder=${built('java-example')}`, 'compile']],
    installHere: [['mvn', '-q', '-B', 'compile']],
    example: [...JAVA, '-cp', `${classes}:${jars}`, 'WeatherAndSum'],
    ways: [...JAVA, '-cp', `${built('java', 'classes')}:${jars}`, 'Rows'],
  },
  csharp: {
    client: 'C# SDK',
    package: 'Anthropic',
    pinned: ['WeatherAndSum.csproj', /Include="Anthropic" Version="(.+)"/],
    fetch: [['dotnet', 'restore']],
    install: [['dotnet', 'build', '-o', built('csharp-example')]],
    example: ['dotnet', built('csharp-example', 'WeatherAndSum.dll')],
  },
  php: {
    client: 'PHP SDK',
    package: 'anthropic-ai/sdk',
    pinned: ['composer.json', /"anthropic-ai\/sdk": "(.+?)"/],
    fetch: [['composer', 'install', '--quiet', '--no-interaction']],
    example: ['php', example('php', 'weather_and_sum.php')],
  },
  ruby: {
    client: 'Ruby SDK',
    package: 'anthropic',
    pinned: RUBY,
    fetch: [
      [
        'gem',
        'install',
        '--conservative',
        '--no-document',
        'anthropic',
        '-v',
        pinnedBy('ruby', RUBY),
      ],
    ],
    example: ['ruby', example('ruby', 'weather_and_sum.rb')],
  },
};

const installed = new Map<Language, Promise<string | undefined>>();

/** Installs the programs of a language, once. Returns why they could not be, in a line, or undefined. */
export function installPrograms(language: Language): Promise<string | undefined> {
  const installing = installed.get(language) ?? bring(programs[language], language);
  installed.set(language, installing);
  return installing;
}

async function bring(
  { fetch, install: build = [], installHere = [] }: Programs,
  language: Language,
): Promise<string | undefined> {
  const absent = await install(example(language), fetch);
  if (absent !== undefined)
    return absent.includes(NOT_THERE) ? absent : `${NOT_FETCHED}: ${absent}`;
  return (await install(example(language), build)) ?? (await install(here(language), installHere));
}

export const versionOf = (language: Language): string =>
  pinnedBy(language, programs[language].pinned);
