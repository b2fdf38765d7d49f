import type { FailureClass } from '@/lib/contracts/primitives'
import { FNV_OFFSET, fnv1a } from '../stats/random'
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
} {
  const template = maskVariables(tellingText(message))
  const kind = [failureClass, nodeType ?? '', errorCode ?? '', template.toLowerCase()]
  return {
    fingerprint: `${version}:${hash(kind.join('\u0000'))}`,
    template: template.slice(0, templateCharacters),
  }
}

/** Two 32-bit FNV-1a hashes (Fowler, Noll, Vo) from different offsets, as 16 hexadecimal digits. Not for secrets. */
function hash(text: string): string {
  return [FNV_OFFSET, 0x050c5d1f].map((offset) => fnv1a(text, offset).toString(16).padStart(8, '0')).join('')
}
