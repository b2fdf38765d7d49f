'use client'

import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import { FieldMarks, JsonView, MarkedValue } from '@/components/ui/json-view'
import { LatePart } from '@/components/ui/late-part'
import { orMissing } from '@/components/ui/missing-part'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { isRecord } from '@/lib/contracts/is-record'
import { formatCount } from '@/lib/presentation/format/number'
import { heldValue, type Message, readJsonText } from '@/lib/presentation/read-messages'
import { readConversation } from '@/lib/presentation/transcript/turns'
import { LongText, type LongTextProps } from './long-text'

const RAW_MAX = 200_000

const views = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'json', label: 'JSON' },
  { value: 'raw', label: 'Raw' },
] as const

type PayloadViewProps = {
  title: string
  /** Owner of the payload, added to the accessible name if a page shows several. */
  of?: string
  /** Undefined = nothing was sent. */
  value: unknown
  /** Text shown when nothing was sent. */
  missing: string
  /** Root of every copied path. */
  name: string
}

/** An input or output of an agent, with a switch between rendered, JSON and raw views. */
export function PayloadView({ title, of, value, missing, name }: PayloadViewProps) {
  const [view, setView] = useState<(typeof views)[number]['value']>('rendered')
  return (
    <section aria-label={of ? `${title} of ${of}` : title} className="min-w-0">
      <header className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm">{title}</h3>
        {value !== undefined && (
          <SegmentedControl label={`Show ${title.toLowerCase()} as`} value={view} onChange={setView} segments={views} />
        )}
      </header>
      {value === undefined ? (
        <p className="text-ink-3 text-sm">{missing}</p>
      ) : (
        <PayloadBody view={view} value={value} name={name} title={title} />
      )}
    </section>
  )
}

type PayloadBodyProps = Pick<PayloadViewProps, 'value' | 'name' | 'title'> & { view: string }

function PayloadBody({ view, value, name, title }: PayloadBodyProps) {
  if (view === 'rendered') return <RenderedPayload value={value} under={title} />
  if (view === 'json') return <JsonView value={heldValue(value)} name={name} />
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  return (
    <>
      <CodeBlock code={text.slice(0, RAW_MAX)} title={name} wrap />
      {text.length > RAW_MAX && (
        <p className="mt-1 text-ink-3 text-xs">
          The first {formatCount(RAW_MAX)} of {formatCount(text.length)} characters; the API gives all of them.
        </p>
      )}
    </>
  )
}

const FIELDS_MAX = 40

type RenderedPayloadProps = {
  value: unknown
  /** Characters of a text that are shown until it is opened. */
  textMax?: number | undefined
  /** The heading it stands under, which is not repeated for a record's only field. */
  under?: string
  /** The field of a record that it is; then it is not rendered by field itself. */
  field?: string
} & Pick<LongTextProps, 'isWhole' | 'onWhole'>

/**
 * A payload rendered by its shape: text as Markdown, a conversation by turn, a record by field, like records as a table, anything else as a
 * JSON tree.
 */
export function RenderedPayload({ value, textMax, under, field, ...whole }: RenderedPayloadProps) {
  if (typeof value === 'string')
    return value.trim() === '' ? <Empty>An empty text.</Empty> : <LongText text={value} max={textMax} {...whole} />
  if (value === null) return <Empty>null</Empty>
  if (typeof value !== 'object') return <MarkedValue value={value} />
  const messages = readConversation(value)
  if (messages) return <Conversation messages={messages} />
  if (Array.isArray(value)) return <ListView value={value} name={field === undefined ? undefined : 'list'} of={field} />
  if (field !== undefined) return <JsonView value={value} name="record" />
  const { length } = Object.keys(value)
  if (length === 0 || length > FIELDS_MAX) return <JsonView value={value} />
  const isSaid = (name: string) => length === 1 && name.toLowerCase() === under?.toLowerCase()
  return (
    <dl className="space-y-3">
      {Object.entries(value).map(([name, held]) => (
        <div key={name}>
          <dt className={clsx('eyebrow wrap-anywhere mb-0.5 font-mono', isSaid(name) && 'sr-only')}>{name}</dt>
          <dd className="text-sm">
            <FieldMarks name={name}>
              <RenderedPayload value={held} textMax={textMax} field={name} {...whole} />
            </FieldMarks>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const RecordsView = dynamic(orMissing(() => import('./records-view'), 'RecordsView'))

type ListViewProps = {
  value: readonly unknown[]
  name?: string | undefined
  /** What a table of it is announced as, if not its name. */
  of?: string | undefined
}

/** A list: of like records as a table, whose code loads with the first list that may be one; of anything else as a JSON tree. */
export function ListView({ value, name, of = name }: ListViewProps) {
  const tree = <JsonView value={value} name={name} />
  if (value.length < 2 || !value.every(isRecord)) return tree
  return (
    <LatePart fallback={tree}>
      <RecordsView value={value} name={name ?? 'list'} of={of ?? 'list'} />
    </LatePart>
  )
}

function Empty({ children }: { children: React.ReactNode }) {
  return <span className="text-ink-3">{children}</span>
}

const SHOWN = 30

const roleClass: Record<string, string> = {
  user: 'border-l-accent',
  assistant: 'border-l-ink-2',
  tool: 'border-l-line-strong',
  system: 'border-l-line-strong',
}

/** A conversation by turn; other fields of a turn are shown as JSON under its text. */
function Conversation({ messages }: { messages: readonly Message[] }) {
  const [shown, setShown] = useState(SHOWN)
  return (
    <>
      <ol className="space-y-3">
        {messages.slice(0, shown).map((message, turn) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a turn is identified by its position.
          <li key={turn} className={clsx('border-l-2 pl-3', roleClass[message.role] ?? 'border-l-line-strong')}>
            <p className="eyebrow mb-0.5">
              {message.role}
              {message.name && <span className="ml-1 font-mono font-normal">{message.name}</span>}
            </p>
            <MessageText text={message.text} />
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

/** Text of a turn; a text that is entirely JSON is shown as a JSON tree. */
function MessageText({ text }: { text: string | null }) {
  if (text === null || text === '') return null
  const held = readJsonText(text)
  return held === undefined ? <LongText text={text} /> : <JsonView value={held} name="content" />
}
