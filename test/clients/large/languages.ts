/** The programs of each language, how they are installed, and how they are run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../seeds/seed-rows.ts';
import { BUILT, install, type Command } from './process.ts';

interface Programs {
  /** For people. */
  readonly client: string;
  readonly package: string;
  /** The file in `examples/` that pins the version, and where in it. */
  readonly pinned: readonly [file: string, version: RegExp];
  /** Each in the folder of the language, in `examples/` or here. */
  readonly install: readonly Command[];
  readonly installHere?: readonly Command[];
  readonly example: Command;
  /** Runs one way to use the tool runner, which is given by its name. */
  readonly ways?: Command;
}

const examples = join(import.meta.dirname, '..', '..', '..', 'examples');
const here = (...path: readonly string[]): string => join(import.meta.dirname, ...path);
const example = (...path: readonly string[]): string => join(examples, ...path);
const built = (...path: readonly string[]): string => join(BUILT, ...path);

const classes = built('java-example', 'classes');
const jars = join(built('java-example', 'jars'), '*');

export const programs: Readonly<Record<Language, Programs>> = {
  python: {
    client: 'Python SDK',
    package: 'anthropic',
    pinned: ['requirements.txt', /^anthropic==(.+)$/m],
    install: [
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
    install: [['go', 'build', '-o', built('go-example'), '.']],
    installHere: [['go', 'build', '-o', built('go-rows'), './rows']],
    example: [built('go-example')],
    ways: [built('go-rows')],
  },
  java: {
    client: 'Java SDK',
    package: 'com.anthropic:anthropic-java',
    pinned: ['pom.xml', /anthropic-java<\/artifactId>\s*<version>(.+)<\/version>/],
    install: [
      [
        'mvn',
        '-q',
        '-B',
        `-Dbuild.folder=${built('java-example')}`,
        'compile',
        'dependency:copy-dependencies',
        `-DoutputDirectory=${built('java-example', 'jars')}`,
      ],
    ],
    installHere: [['mvn', '-q', '-B', 'compile']],
    example: ['java', '-cp', `${classes}:${jars}`, 'WeatherAndSum'],
    ways: ['java', '-cp', `${built('java', 'classes')}:${jars}`, 'Rows'],
  },
  csharp: {
    client: 'C# SDK',
    package: 'Anthropic',
    pinned: ['WeatherAndSum.csproj', /Include="Anthropic" Version="(.+)"/],
    install: [['dotnet', 'build', '-o', built('csharp-example')]],
    example: ['dotnet', built('csharp-example', 'WeatherAndSum.dll')],
  },
  php: {
    client: 'PHP SDK',
    package: 'anthropic-ai/sdk',
    pinned: ['composer.json', /"anthropic-ai\/sdk": "(.+?)"/],
    install: [['composer', 'install', '--quiet', '--no-interaction']],
    example: ['php', example('php', 'weather_and_sum.php')],
  },
  ruby: {
    client: 'Ruby SDK',
    package: 'anthropic',
    pinned: ['Gemfile', /gem "(.+)"/],
    install: [['bundle', 'install', '--quiet']],
    example: ['ruby', example('ruby', 'weather_and_sum.rb')],
  },
};

const installed = new Map<Language, Promise<string | undefined>>();

/** Installs the programs of a language, once. Returns why they could not be, in a line, or undefined. */
export function installPrograms(language: Language): Promise<string | undefined> {
  const all = programs[language];
  const installing =
    installed.get(language) ??
    install(example(language), all.install).then(
      async (problem) => problem ?? (await install(here(language), all.installHere ?? [])),
    );
  installed.set(language, installing);
  return installing;
}

export function versionOf(language: Language): string {
  const [file, version] = programs[language].pinned;
  return version.exec(readFileSync(example(language, file), 'utf8'))![1]!;
}
