/** Turns what is shown into what is to be shown, and keeps what stays: focus, scroll positions, what was unfolded. */

const keyOf = (node: Node): string | undefined =>
  node instanceof HTMLElement ? node.dataset['key'] : undefined;

const isAlike = (old: Node, next: Node): boolean =>
  old.nodeName === next.nodeName && keyOf(old) === keyOf(next);

/** Whether something is unfolded is the reader's to say. */
const isReaders = (old: Element, name: string): boolean =>
  name === 'open' && old instanceof HTMLDetailsElement;

function morphAttributes(old: Element, next: Element): void {
  for (const name of old.getAttributeNames()) {
    if (!next.hasAttribute(name) && !isReaders(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (!isReaders(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function morphNode(old: Node, next: Node): void {
  if (old.isEqualNode(next)) return;
  if (old instanceof Element && next instanceof Element) {
    morphAttributes(old, next);
    morph(old, [...next.childNodes]);
  } else {
    old.nodeValue = next.nodeValue;
  }
}

/** Gives `parent` these children. Nodes of the same name and `data-key` are kept and changed where they differ. */
export function morph(parent: Element, children: readonly Node[]): void {
  let at = parent.firstChild;
  for (const child of children) {
    const left: Node[] = [];
    let kept: ChildNode | null = at;
    while (kept && !isAlike(kept, child)) {
      left.push(kept);
      kept = kept.nextSibling;
    }
    if (kept) {
      for (const gone of left) parent.removeChild(gone);
      at = kept.nextSibling;
      morphNode(kept, child);
    } else {
      parent.insertBefore(child, at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}
