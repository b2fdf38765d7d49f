'use client'

import { clsx } from 'clsx'
import { useState } from 'react'
import { JsonView } from '@/components/ui/json-view'
import { type Message, readJsonText } from '@/lib/charts/read-messages'
import { formatCount } from '@/lib/format/number'
import { LongText } from './long-text'

const SHOWN = 30

const roleClass: Record<string, string> = {
  user: 'border-l-accent',
  assistant: 'border-l-ink-2',
  tool: 'border-l-line-strong',
  system: 'border-l-line-strong',
}

/** A conversation, turn by turn; what a turn holds besides its text is folded under it. */
export function Conversation({ messages }: { messages: readonly Message[] }) {
  const [shown, setShown] = useState(SHOWN)
  return (
    <>
      <ol className="space-y-3">
        {messages.slice(0, shown).map((message, turn) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a turn is known by its place.
          <li key={turn} className={clsx('border-l-2 pl-3', roleClass[message.role] ?? 'border-l-line-strong')}>
            <p className="eyebrow mb-0.5">
              {message.role}
              {message.name && <span className="ml-1 font-mono font-normal">{message.name}</span>}
            </p>
            <Spoken text={message.text} />
            {Object.entries(message.rest).map(([key, value]) => (
              <JsonView key={key} value={value} name={key} />
            ))}
          </li>
        ))}
      </ol>
      {messages.length > shown && (
        <button
          type="button"
          onClick={() => setShown(messages.length)}
          className="link mt-3 min-h-6 text-ink-2 text-xs"
        >
          Show the other {formatCount(messages.length - shown)} turns
        </button>
      )}
    </>
  )
}

/** What was said; an answer that is JSON as a whole is shown as what it holds. */
function Spoken({ text }: { text: string | null }) {
  if (text === null || text === '') return null
  const held = readJsonText(text)
  return held === undefined ? <LongText text={text} /> : <JsonView value={held} name="content" />
}
