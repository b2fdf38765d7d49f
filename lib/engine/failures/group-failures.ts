import { maskVariables, WILDCARD } from './mask-variables'
import { significantText } from './significant-text'

/** Share of equal tokens from which two messages are the same failure. */
const SIMILARITY = 0.7
/** Tokens used as tree levels after the token count: a depth of four including root and leaf. */
const LEADING_TOKENS = 2
const MAX_CHILDREN = 100
/** A message is compared with at most this many templates of a leaf, the latest, to bound the time of any input. */
const MAX_COMPARED = 100
const TEMPLATE_CHARACTERS = 400

export type FailureMessage =
  | string
  | {
      message: string
      /** Name or type of what failed; different nodes are different failures. */
      node?: string | undefined
      errorCode?: string | number | undefined
    }

interface FailureGroup {
  /** The message with `<*>` for what varies between occurrences. */
  template: string
  size: number
  /** Indexes into the list of messages, ascending. */
  members: number[]
}

interface Cluster {
  tokens: string[]
  /** The tokens in lower case, as used for comparison. */
  folded: string[]
  members: number[]
}

/**
 * Groups messages of the same failure. The significant part of each message, with variables masked, goes through a parse tree of fixed
 * depth (Drain: He, Zhu, Zheng, Lyu 2017) by error code and node, number of tokens and first two tokens, and joins the most similar
 * template of the leaf if at least 70 % of its tokens are equal words, ignoring case. Every message is in exactly one group; groups are ordered
 * by their first member.
 */
export function groupFailures({ messages }: { messages: readonly FailureMessage[] }): { groups: FailureGroup[] } {
  const clusters: Cluster[] = []
  const byText = new Map<string, Cluster>()
  const leafOf = parseTree()
  for (const [index, failure] of messages.entries()) {
    const { message, node, errorCode } = typeof failure === 'string' ? ({ message: failure } as const) : failure
    const text = maskVariables(significantText(message))
    const kind = `${errorCode ?? ''}\u0000${maskVariables(node ?? '')}`
    const key = `${kind}\u0000${text.toLowerCase()}`
    let cluster = byText.get(key)
    if (!cluster) {
      const folded = fold(text).split(' ')
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
 * Returns the tree leaf of a template as a key: kind, number of tokens and first two tokens. Only templates of one leaf are compared with
 * each other.
 */
export function leafOf(kind: string, template: string): string {
  const tokens = fold(template).split(' ')
  return [kind, tokens.length, ...tokens.slice(0, LEADING_TOKENS).map(leadingWord)].join('\u0000')
}

/**
 * Finds the most similar of the latest 100 known templates of one leaf, and generalises it to cover both. Null when none is similar enough.
 */
export function findSimilar(template: string, known: readonly string[]): { at: number; template: string } | null {
  const folded = fold(template).split(' ')
  const latest = known.slice(-MAX_COMPARED)
  const clusters: Cluster[] = latest.map((text) => ({
    tokens: text.split(' '),
    folded: fold(text).split(' '),
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

/**
 * Returns a function that finds the leaf for tokens of one kind, growing the tree. Tokens with a variable, and those beyond the hundredth
 * child, share the wildcard branch.
 */
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
 * Returns the share of equal words; a token with a variable is no word. A message that differs from the template only where both have a
 * variable is just similar enough if most of it is words. 0 if numbers or words in capitals differ, since those that the masks leave are
 * codes and states, or if words differ that exclude each other.
 */
function similarity(template: readonly string[], tokens: readonly string[]): number {
  let words = 0
  let same = 0
  let covered = 0
  for (const [index, token] of template.entries()) {
    const other = tokens[index] ?? ''
    if (token === other) {
      same++
      if (!token.includes(WILDCARD)) words++
    } else if (isCovered(token, other)) covered++
    else if (token !== WILDCARD && (isCode(token) || isCode(other) || areContrasting(token, other))) return 0
  }
  if (same === template.length) return 1
  const isSame = same + covered === template.length && words > template.length / 2
  return Math.max(words / template.length, isSame ? SIMILARITY : 0)
}

/** Whether both tokens have a variable, and one of them no word beside it. */
function isCovered(token: string, other: string): boolean {
  return token.includes(WILDCARD) && other.includes(WILDCARD) && (!/\w/.test(token) || !/\w/.test(other))
}

const isCode = (token: string) => /\d|[A-Z]{5}|\b(?:code|status|state)=\w/.test(token)

/** Text in lower case for comparison, except words in capitals: EACCES, SUSPENDED. */
const fold = (text: string) => text.replace(/\w+/g, (word) => (/^[A-Z_]{5,}$/.test(word) ? word : word.toLowerCase()))

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

/** Words of one line tell failures apart where everything else is the same: what was attempted, on which side, and how it failed. */
const contrasts = [
  'read reading|write writing|append appending|execute executing|open opening|close closing|seek seeking|rename renaming|move moving|copy copying',
  'create creating|delete deleting|remove removing|update updating|insert inserting|select selecting|upsert|truncate|drop dropping|alter altering',
  'get|put|post|patch|head|delete|options',
  'send sending|receive receiving|upload uploading|download downloading|publish publishing|subscribe subscribing|fetch fetching|push pushing|pull pulling',
  'connect connecting connection|disconnect disconnecting disconnection|bind binding|listen listening|accept accepting',
  'start starting|stop stopping|restart restarting|pause pausing|resume resuming|begin|end|commit committing|rollback|abort aborting',
  'encode encoding|decode decoding|parse parsing|serialize serializing|deserialize deserializing|compress compressing|decompress decompressing|encrypt encrypting|decrypt decrypting',
  'lock locking|unlock unlocking|acquire acquiring|release releasing',
  'login|logout|register registering|unregister unregistering',
  'mount mounting|unmount unmounting|install installing|uninstall uninstalling|enable enabling|disable disabling',
  'allocate allocating|free freeing|load loading|save saving|store storing|restore restoring|import importing|export exporting',
  'refused|reset|aborted|closed|dropped|lost|unreachable|rejected',
  'missing|invalid|expired|revoked|malformed|duplicate|empty|corrupt corrupted|unknown|unsupported|locked|full|busy|disabled',
  'input|output|request|response|stdin|stdout|stderr',
  'source|destination|target|local|remote|upstream|downstream|inbound|outbound|primary|replica|leader|follower|parent|child',
  'cpu|memory|disk|network|gpu|swap|inode',
  'minimum|maximum|before|after|first|last|above|below|underflow|overflow',
]

const sides = new Map<string, (readonly [group: number, side: number])[]>()
for (const [group, words] of contrasts.entries())
  for (const [side, same] of words.split('|').entries())
    for (const word of same.split(' ')) sides.set(word, [...(sides.get(word) ?? []), [group, side]])

const ends = /^[^a-z]+|[^a-z]+$/g

/** Whether two words exclude each other as what a failure is of: "read" and "write", "refused" and "reset". */
function areContrasting(one: string, other: string): boolean {
  const own = sides.get(one.replace(ends, ''))
  if (!own) return false
  const theirs = sides.get(other.replace(ends, ''))
  return theirs?.some(([group, side]) => own.some(([kind, place]) => kind === group && place !== side)) ?? false
}
