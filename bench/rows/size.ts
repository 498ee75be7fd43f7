/** How large the package is. */
import type { Row } from '../row.ts';
import { packageSize } from '../pieces/package-size.ts';

export const row: Row<'megabytes' | 'dependencies'> = {
  work: 'installed size without peers',
  goals: {
    megabytes: { unit: 'MB', atMost: 1.5 },
    dependencies: { unit: 'direct dependencies', atMost: 5 },
  },
  async measure() {
    const { bytes, dependencies } = packageSize();
    return { megabytes: { value: bytes / 1e6 }, dependencies: { value: dependencies } };
  },
};
