'use client'

import { clsx } from 'clsx'
import { CircleAlert, FileText } from 'lucide-react'
import dynamic from 'next/dynamic'
import { LongText } from '@/components/domain-ui/long-text'
import { ListView, RenderedPayload } from '@/components/domain-ui/payload-view'
import { FoldedText } from '@/components/ui/folded-text'
import { JsonView } from '@/components/ui/json-view'
import { LatePart } from '@/components/ui/late-part'
import { OutsideLink } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { heldValue } from '@/lib/presentation/read-messages'
import type { CallPart, Part } from '@/lib/presentation/transcript/parts'
import { briefly } from '@/lib/presentation/transcript/text'

const Documents = dynamic(orMissing(() => import('./documents'), 'Documents'))

type PartProps = { isOpen: boolean; onToggle: () => void; onGo: (stepId: string) => void }
type StepPartProps = PartProps & { part: Part; textMax: number }

/** One part of a step. Long or deeply nested content starts collapsed. */
export function StepPart({ part, textMax, ...rest }: StepPartProps) {
  switch (part.kind) {
    case 'text':
      return <LongText text={part.text} max={textMax} isWhole={rest.isOpen} onWhole={rest.onToggle} />
    case 'reasoning':
      return <Reasoning text={part.text} {...rest} />
    case 'call':
      return <Call call={part} {...rest} />
    case 'json':
      return <RenderedPayload value={part.value} isWhole={rest.isOpen} onWhole={rest.onToggle} />
    case 'documents':
      return (
        <LatePart>
          <Documents documents={part.documents} />
        </LatePart>
      )
    case 'image':
      return <Picture source={part.source} isInline={part.isInline} />
    case 'file':
      return (
        <p className="flex items-center gap-1.5 text-ink-2 text-sm">
          <FileText className="size-4" aria-hidden />
          {part.source === null ? part.name : <OutsideLink href={part.source}>{part.name}</OutsideLink>}
        </p>
      )
  }
}

/** An image embedded in the run. An external image is shown as a link and never loaded. */
function Picture({ source, isInline }: { source: string; isInline: boolean }) {
  // biome-ignore lint/performance/noImgElement: it is a data URL from the run, not an asset of the app.
  if (isInline) return <img src={source} alt="Sent with this step" className="max-h-96 max-w-full rounded-md border" />
  return /^https?:/i.test(source) ? (
    <p className="break-all text-sm">
      Picture: <OutsideLink href={source}>{source}</OutsideLink>
    </p>
  ) : (
    <p className="text-ink-3 text-sm">This image format cannot be shown.</p>
  )
}

function Reasoning({ text, isOpen, onToggle }: Omit<PartProps, 'onGo'> & { text: string }) {
  return (
    <div className="text-ink-2">
      <Fold isOpen={isOpen} onToggle={onToggle}>
        <span className="font-medium text-xs">Reasoning</span>
        {!isOpen && <span className="min-w-0 truncate text-ink-3 text-xs">{briefly(text, 160)}</span>}
      </Fold>
      {isOpen && (
        <div className="mt-1 border-l pl-3">
          <LongText text={text} />
        </div>
      )}
    </div>
  )
}

/** A tool call in one line with abbreviated arguments and result; expands to both, side by side. */
function Call({ call, isOpen, onToggle, onGo }: PartProps & { call: CallPart }) {
  const { name, answeredIn, error } = call
  const isFailed = error !== undefined && error !== null
  // Read only where it is shown: it may be megabytes. A list may be a table, which takes the whole width.
  const result = isOpen ? heldValue(call.result) : undefined
  return (
    <div className="min-w-0 rounded-md border bg-sunken/60">
      <Fold isOpen={isOpen} onToggle={onToggle} className="px-2 py-1">
        <span
          title={name}
          className={clsx(
            'font-medium font-mono text-ink text-xs',
            isOpen ? 'wrap-anywhere min-w-0 py-1' : 'max-w-3/5 shrink-0 truncate',
          )}
        >
          {name}
        </span>
        <span className="min-w-0 truncate font-mono text-ink-3 text-xs">
          {isOpen || call.arguments === undefined ? '' : `(${briefly(call.arguments)})`}
        </span>
      </Fold>
      {!isOpen && call.result !== undefined && (
        <p className="truncate border-t px-2 py-1 pl-7 font-mono text-ink-2 text-xs">
          <span className="sr-only">Result: </span>
          {briefly(call.result, 200) || 'an empty result'}
        </p>
      )}
      {!isOpen && <FoldedText value={[call.arguments, call.result]} onFound={onToggle} />}
      {isOpen && (
        <div className={clsx('grid gap-x-4 gap-y-2 border-t px-2 py-2', !Array.isArray(result) && 'md:grid-cols-2')}>
          <Side title="Arguments" value={heldValue(call.arguments)} missing="None sent." />
          {answeredIn === null && <Side title="Result" value={result} missing={isFailed ? 'Failed.' : 'No result.'} />}
        </div>
      )}
      {isFailed && (
        <p className="flex gap-2 border-fail-line border-t bg-fail-bg px-2 py-1.5 text-fail-fg text-xs">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <span className={clsx('min-w-0 whitespace-pre-wrap break-words font-mono', !isOpen && 'line-clamp-4')}>
            {typeof error === 'string' ? error : messageOf(error)}
          </span>
        </p>
      )}
      {answeredIn !== null && (
        <button type="button" onClick={() => onGo(answeredIn)} className="link ml-7 min-h-6 text-ink-2 text-xs">
          Go to its result
        </button>
      )}
    </div>
  )
}

function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message)
  return briefly(error, 2000)
}

function Side({ title, value, missing }: { title: string; value: unknown; missing: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <p className="eyebrow mb-0.5">{title}</p>
      {value === undefined ? (
        <p className="text-ink-3 text-xs">{missing}</p>
      ) : typeof value === 'string' ? (
        <div className="max-h-112 overflow-y-auto whitespace-pre-wrap break-words font-mono text-xs leading-5">
          {value}
        </div>
      ) : Array.isArray(value) ? (
        <ListView value={value} name={title.toLowerCase()} />
      ) : (
        <JsonView value={value} name={title.toLowerCase()} />
      )}
    </section>
  )
}

type FoldProps = { isOpen: boolean; onToggle: () => void; className?: string; children: React.ReactNode }

/** One line that opens to the content below it. */
export function Fold({ isOpen, onToggle, className, children }: FoldProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className={clsx(
        'flex min-h-7 w-full min-w-0 items-center gap-1.5 rounded-sm text-left hover:bg-hover',
        className,
      )}
    >
      <span className="glyph chevron" aria-hidden />
      {children}
    </button>
  )
}
