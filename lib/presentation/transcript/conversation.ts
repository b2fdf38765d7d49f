import { type Message, readMessages } from '../read-messages'
import { readTurns, type Turn } from './turns'

/**
 * Reads a conversation from a payload of any supported API or framework: GenAI parts, Anthropic's blocks, LangChain's envelopes. Null if
 * there is none. `rest` keeps the other fields of a turn.
 */
export function readConversation(payload: unknown): Message[] | null {
  const turns = () => readTurns(payload)?.map(toMessage) ?? null
  const plain = readMessages(payload)
  return plain?.some(hasBlocks) ? (turns() ?? plain) : (plain ?? turns())
}

/** Plain messages contain content of several kinds as JSON text. */
const hasBlocks = ({ text }: Message) => text !== null && /^\[\s*\{/.test(text)

function toMessage({ role, name, parts }: Turn): Message {
  const said = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const others = parts.filter(({ kind }) => kind !== 'text')
  return {
    role,
    name,
    text: said.length > 0 ? said.join('\n\n') : null,
    rest: others.length > 0 ? { parts: others.map(withoutEmpty) } : {},
  }
}

function withoutEmpty(part: object): object {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null && value !== undefined))
}
