/** Which part of the file a path of the scenario leads to. */
import { isAlias, isMap, isScalar, isSeq, type Alias, type Node, type Pair } from 'yaml';
import type { Path } from './problem.ts';
import type { Location, Source } from './source.ts';

/** What each alias stands for. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

/** Whether the key of an entry or its value is meant. */
export type Part = 'key' | 'value';

interface Step {
  readonly key?: Node;
  readonly value?: Node;
}

function toNode(value: unknown): Node | undefined {
  return isAlias(value) || isMap(value) || isScalar(value) || isSeq(value) ? value : undefined;
}

export class Places {
  readonly #source: Source;
  readonly #root: Node | undefined;
  readonly #targets: AliasTargets;

  constructor(source: Source, root: Node | undefined, targets: AliasTargets) {
    this.#source = source;
    this.#root = root;
    this.#targets = targets;
  }

  /** The place that `path` leads to; where the file goes less deep, the last place on the way. */
  find(path: Path, part: Part = 'value'): Location {
    let found: Step = this.#root ? { value: this.#root } : {};
    for (const step of path) {
      const next = this.#enter(found.value, step);
      if (next === undefined) return this.#locate(found, 'value');
      found = next;
    }
    return this.#locate(found, part);
  }

  #enter(node: Node | undefined, step: string | number): Step | undefined {
    const target = isAlias(node) ? this.#targets.get(node) : node;
    if (isSeq(target)) {
      const item = typeof step === 'number' ? toNode(target.items[step]) : undefined;
      return item && { value: item };
    }
    if (!isMap(target)) return undefined;
    const pair = target.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    return pair && this.#toStep(pair);
  }

  #toStep({ key, value }: Pair): Step {
    const [keyNode, valueNode] = [toNode(key), toNode(value)];
    return {
      ...(keyNode ? { key: keyNode } : {}),
      ...(valueNode ? { value: valueNode } : {}),
    };
  }

  #locate({ key, value }: Step, part: Part): Location {
    const isWritten = value?.range != null && value.range[1] > value.range[0];
    const node = (part === 'value' && isWritten ? value : key) ?? value;
    const [start, end] = node?.range ?? [0, 1];
    return this.#source.at(start, end);
  }
}
