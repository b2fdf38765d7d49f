import type { FailureClass } from '@/lib/contracts/primitives'
import { FNV_OFFSET, fnv1a } from '../stats/random'

const version = 'v1'
const messageCharacters = 2000
const templateCharacters = 400

/** What differs between two occurrences of one failure, in the order of masking. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>()[\]{}]+/gi, '<url>'],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+\b/g, '<email>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<ip>'],
  [/(?:\b[0-9a-f]{1,4}:){3,7}:?[0-9a-f]{0,4}\b|::1\b/gi, '<ip>'],
  [/(?:\b[A-Za-z]:|(?<![\w<])\.{0,2})[\\/](?:[\w.@%+~-]+[\\/])*[\w.@%+~-]+|\b[\w.@-]+(?:\/[\w.@%+~-]+)+\b/g, '<path>'],
  [
    /\b[\w-]+\.(?:json|ya?ml|toml|md|txt|csv|py|[cm]?[jt]sx?|go|rs|java|rb|html|css|sh|log|xml|pdf|png|lock|sql)\b/gi,
    '<path>',
  ],
  [/\b0x[0-9a-f]+\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b/gi, '<hex>'],
  [/\b(?:[a-z]{2,12}[_-])(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{8,}\b/g, '<id>'],
  [/[-+]?\b\d+(?:[.,]\d+)*/g, '<n>'],
]

export interface FailureToGroup {
  failureClass: FailureClass
  /** Type of the node that failed, or its name where it has no type. */
  nodeType: string | null | undefined
  message: string
}

/**
 * Groups failures of one kind: the fingerprint hashes class, node type and the message with ids, addresses, paths and numbers
 * masked (`template`). The version in front keeps a later grouping from mixing silently with this one.
 */
export function fingerprintFailure({ failureClass, nodeType, message }: FailureToGroup): {
  fingerprint: string
  template: string
} {
  const template = toTemplate(message)
  return {
    fingerprint: `${version}:${hash([failureClass, nodeType ?? '', template.toLowerCase()].join('\u0000'))}`,
    template,
  }
}

/** The first telling line of a message with everything that changes from one occurrence to the next masked. */
function toTemplate(message: string): string {
  const lines = message
    .slice(0, messageCharacters)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  const first = lines[0] ?? ''
  const telling = /^Traceback \(most recent call last\)/.test(first) ? (lines.at(-1) ?? first) : first
  const masked = masks.reduce((text, [shape, name]) => text.replace(shape, name), telling)
  return masked.replace(/\s+/g, ' ').slice(0, templateCharacters)
}

/** Two 32-bit FNV-1a hashes (Fowler, Noll, Vo) from different offsets, as 16 hexadecimal digits. Not for secrets. */
function hash(text: string): string {
  return [FNV_OFFSET, 0x050c5d1f].map((offset) => fnv1a(text, offset).toString(16).padStart(8, '0')).join('')
}
