'use client'

import { JsonView } from '@/components/ui/json-view'
import { readMessages } from '@/lib/charts/read-messages'
import { isRecord } from '@/lib/contracts/is-record'
import { Conversation } from './conversation'
import { LongText } from './long-text'

const FIELDS_MAX = 40

/** A payload as a person would read it: prose as prose, a conversation turn by turn, a record field by field. */
export function RenderedPayload({ value }: { value: unknown }) {
  if (typeof value === 'string') return value.trim() === '' ? <Empty>An empty text.</Empty> : <LongText text={value} />
  const messages = readMessages(value)
  if (messages) return <Conversation messages={messages} />
  if (isPlainRecord(value)) return <Fields record={value} />
  return <JsonView value={value} />
}

function isPlainRecord(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const { length } = Object.keys(value)
  return length > 0 && length <= FIELDS_MAX
}

function Fields({ record }: { record: Record<string, unknown> }) {
  return (
    <dl className="space-y-3">
      {Object.entries(record).map(([name, value]) => (
        <div key={name}>
          <dt className="eyebrow mb-0.5 font-mono">{name}</dt>
          <dd className="text-sm">
            <FieldValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FieldValue({ value }: { value: unknown }) {
  if (value === null) return <Empty>null</Empty>
  if (typeof value === 'string') return value.trim() === '' ? <Empty>An empty text.</Empty> : <LongText text={value} />
  if (typeof value !== 'object') return String(value)
  const messages = readMessages(value)
  return messages ? (
    <Conversation messages={messages} />
  ) : (
    <JsonView value={value} name={Array.isArray(value) ? 'list' : 'record'} />
  )
}

function Empty({ children }: { children: React.ReactNode }) {
  return <span className="text-ink-3">{children}</span>
}
