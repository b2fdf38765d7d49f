import { type Message, readMessages } from '../read-messages'
import { readTurns, type Turn } from './turns'

/**
 * The conversation in a payload in whatever shape an API or a framework wrote it: GenAI parts, Anthropic's blocks, LangChain's
 * envelopes. Null where it is none. What a turn holds besides its text stays in `rest`.
 */
export function readConversation(payload: unknown): Message[] | null {
  const turns = () => readTurns(payload)?.map(toMessage) ?? null
  const plain = readMessages(payload)
  return plain?.some(hasBlocks) ? (turns() ?? plain) : (plain ?? turns())
}

/** Content of several kinds stands in a plain message as the JSON that it is. */
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
