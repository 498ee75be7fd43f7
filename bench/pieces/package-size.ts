/** How large the package is once it is installed, and how much it brings along. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './child.ts';

export interface PackageSize {
  /** Of all files that are published, unpacked. */
  readonly bytes: number;
  readonly dependencies: number;
}

export function packageSize(): PackageSize {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ unpackedSize }] = JSON.parse(packed) as [{ unpackedSize: number }];
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return { bytes: unpackedSize, dependencies: Object.keys(dependencies).length };
}
