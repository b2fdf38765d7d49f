import { maskVariables, WILDCARD } from './mask-variables'
import { tellingText } from './telling-text'

/** Share of equal tokens from which two messages are one failure. */
const SIMILARITY = 0.7
/** Tokens that lead through the tree behind the number of tokens: a depth of four with root and leaf. */
const LEADING_TOKENS = 2
const MAX_CHILDREN = 100
/** Templates of a leaf that a message is compared with, the latest: no list of messages takes long. */
const MAX_COMPARED = 100
const TEMPLATE_CHARACTERS = 400

export type FailureMessage =
  | string
  | {
      message: string
      /** Name or type of what failed; failures of different ones are different. */
      node?: string | undefined
      errorCode?: string | number | undefined
    }

interface FailureGroup {
  /** The message with `<*>` for what differs between its occurrences. */
  template: string
  size: number
  /** Places in the list of messages, ascending. */
  members: number[]
}

interface Cluster {
  tokens: string[]
  /** The tokens in small letters, which are what is compared. */
  folded: string[]
  members: number[]
}

/**
 * Groups messages of the same failure: the telling part of each message, its variables masked, goes through a parse tree of fixed
 * depth (Drain: He, Zhu, Zheng, Lyu 2017) by error code and node, number of tokens and first two tokens, and joins the most
 * similar template of the leaf if at least 70 % of its tokens are equal, in any case of letters. Every message is in one group;
 * groups come in the order of their first member.
 */
export function groupFailures({ messages }: { messages: readonly FailureMessage[] }): { groups: FailureGroup[] } {
  const clusters: Cluster[] = []
  const byText = new Map<string, Cluster>()
  const leafOf = parseTree()
  for (const [index, failure] of messages.entries()) {
    const { message, node, errorCode } = typeof failure === 'string' ? ({ message: failure } as const) : failure
    const text = maskVariables(tellingText(message))
    const kind = `${errorCode ?? ''}\u0000${maskVariables(node ?? '')}`
    const key = `${kind}\u0000${text.toLowerCase()}`
    let cluster = byText.get(key)
    if (!cluster) {
      const folded = text.toLowerCase().split(' ')
      const leaf = leafOf(kind, folded)
      cluster = mostSimilar(leaf, folded)
      if (cluster) generalise(cluster, folded)
      else {
        cluster = { tokens: text.split(' '), folded, members: [] }
        leaf.push(cluster)
        clusters.push(cluster)
      }
      byText.set(key, cluster)
    }
    cluster.members.push(index)
  }
  return { groups: clusters.map(toGroup) }
}

/**
 * The place in the tree of a template of one kind, as one line: number of tokens and first two. Only templates of one place are
 * compared with each other.
 */
export function leafOf(kind: string, template: string): string {
  const tokens = template.toLowerCase().split(' ')
  return [kind, tokens.length, ...tokens.slice(0, LEADING_TOKENS).map(leadingWord)].join('\u0000')
}

/** The most similar of some templates of one leaf, with what they have in common; null where none is similar enough. The latest 100 count. */
export function findSimilar(template: string, known: readonly string[]): { at: number; template: string } | null {
  const folded = template.toLowerCase().split(' ')
  const latest = known.slice(-MAX_COMPARED)
  const clusters: Cluster[] = latest.map((text) => ({
    tokens: text.split(' '),
    folded: text.toLowerCase().split(' '),
    members: [],
  }))
  const best = mostSimilar(clusters, folded)
  if (!best) return null
  generalise(best, folded)
  return { at: known.length - latest.length + clusters.indexOf(best), template: best.tokens.join(' ') }
}

const leadingWord = (token: string) => (token.includes(WILDCARD) ? WILDCARD : token)

interface Branch {
  children: Map<string, Branch>
  leaf: Cluster[]
}

/** Finds the leaf for tokens of one kind, growing the tree; a token with a variable, and any beyond the hundredth child, goes the wildcard's way. */
function parseTree(): (kind: string, tokens: readonly string[]) => Cluster[] {
  const root = branch()
  return (kind, tokens) => {
    let at = child(child(root, kind), String(tokens.length))
    for (const token of tokens.slice(0, LEADING_TOKENS)) {
      const word = leadingWord(token)
      at = child(at, at.children.has(word) || at.children.size < MAX_CHILDREN ? word : WILDCARD)
    }
    return at.leaf
  }
}

function branch(): Branch {
  return { children: new Map(), leaf: [] }
}

function child(parent: Branch, name: string): Branch {
  const known = parent.children.get(name)
  if (known) return known
  const made = branch()
  parent.children.set(name, made)
  return made
}

function mostSimilar(leaf: readonly Cluster[], tokens: readonly string[]): Cluster | undefined {
  let best: Cluster | undefined
  let highest = SIMILARITY - 1e-9
  for (const cluster of leaf.slice(-MAX_COMPARED)) {
    const share = similarity(cluster.folded, tokens)
    if (share >= highest && !(best && share === highest)) {
      best = cluster
      highest = share
    }
  }
  return best
}

/**
 * Share of equal tokens; one that varies anyway says half as much. None where a number differs, since those left by the masks
 * are codes; none as soon as too many differ.
 */
function similarity(template: readonly string[], tokens: readonly string[]): number {
  let lost = 0
  const most = (1 - SIMILARITY) * template.length + 1e-9
  for (const [index, token] of template.entries()) {
    const other = tokens[index] ?? ''
    if (token === WILDCARD) lost += 0.5
    else if (token !== other) lost += /\d/.test(token) || /\d/.test(other) ? Number.POSITIVE_INFINITY : 1
    if (lost > most) return 0
  }
  return 1 - lost / template.length
}

function generalise(cluster: Cluster, folded: readonly string[]): void {
  for (const [index, token] of cluster.folded.entries()) {
    if (token === folded[index]) continue
    cluster.folded[index] = WILDCARD
    cluster.tokens[index] = WILDCARD
  }
}

function toGroup({ tokens, members }: Cluster): FailureGroup {
  return { template: tokens.join(' ').slice(0, TEMPLATE_CHARACTERS), size: members.length, members }
}
