import type { FailureClass } from '@/lib/contracts/primitives'
import { FNV_OFFSET, fnv1a } from '../stats/random'
import { leafOf } from './group-failures'
import { maskVariables } from './mask-variables'
import { significantText } from './significant-text'

const version = 'v2'
const templateCharacters = 400

interface FailureToGroup {
  failureClass: FailureClass
  /** Type of the failed node, or its name if it has no type. */
  nodeType: string | null | undefined
  message: string
  /** Status or code of the failure; different codes are different failures. */
  errorCode?: string | number | undefined
}

/**
 * Returns the fingerprint of a failure: a hash of its class, node type, code and the significant part of the whole message, with everything
 * that varies between occurrences masked (`template`). The version prefix keeps groupings of different versions apart.
 */
export function fingerprintFailure({ failureClass, nodeType, message, errorCode }: FailureToGroup): {
  fingerprint: string
  template: string
  /** Only templates with the same leaf can be the same failure: see {@link findSimilar}. */
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

const maskedText = (message: string) => maskVariables(significantText(message))

/** Returns the template of a message: its significant part with the variables masked. */
export function templateOf(message: string): string {
  return maskedText(message).slice(0, templateCharacters)
}

/** Two 32-bit FNV-1a hashes (Fowler, Noll, Vo) from different offsets, as 16 hexadecimal digits. Not cryptographically secure. */
function hash(text: string): string {
  return [FNV_OFFSET, 0x050c5d1f].map((offset) => fnv1a(text, offset).toString(16).padStart(8, '0')).join('')
}
