import type { FailureClass } from '@/lib/contracts/primitives'
import { FNV_OFFSET, fnv1a } from '../stats/random'
import { leafOf } from './group-failures'
import { maskVariables } from './mask-variables'
import { tellingText } from './telling-text'

const version = 'v2'
const templateCharacters = 400

export interface FailureToGroup {
  failureClass: FailureClass
  /** Type of the node that failed, or its name where it has no type. */
  nodeType: string | null | undefined
  message: string
  /** Its status or code: failures of different ones are different. */
  errorCode?: string | number | undefined
}

/**
 * Groups failures of one kind: the fingerprint hashes class, node type, code and the telling part of the whole message with what
 * differs between two occurrences masked (`template`). The version in front keeps a later grouping from mixing silently with this one.
 */
export function fingerprintFailure({ failureClass, nodeType, message, errorCode }: FailureToGroup): {
  fingerprint: string
  template: string
  /** Templates of one leaf may be the same failure: see {@link findSimilar}. */
  leaf: string
} {
  const whole = maskedText(message)
  const template = whole.slice(0, templateCharacters)
  const kind = [failureClass, nodeType ?? '', errorCode ?? ''].join('\u0000')
  return {
    fingerprint: `${version}:${hash(`${kind}\u0000${whole.toLowerCase()}`)}`,
    template,
    leaf: hash(leafOf(kind, template)),
  }
}

const maskedText = (message: string) => maskVariables(tellingText(message))

/** The telling part of a message with what varies masked: the template of a group of its own. */
export function templateOf(message: string): string {
  return maskedText(message).slice(0, templateCharacters)
}

/** Two 32-bit FNV-1a hashes (Fowler, Noll, Vo) from different offsets, as 16 hexadecimal digits. Not for secrets. */
function hash(text: string): string {
  return [FNV_OFFSET, 0x050c5d1f].map((offset) => fnv1a(text, offset).toString(16).padStart(8, '0')).join('')
}
