'use client'

import { FileText } from 'lucide-react'
import { useState } from 'react'
import { LongText } from '@/components/domain-ui/long-text'
import { OutsideLink } from '@/components/ui/link'
import { formatCount, formatScore } from '@/lib/presentation/format/number'
import type { RetrievedDocument } from '@/lib/presentation/transcript/parts'

const DOCUMENT_MAX = 280
const DOCUMENTS_SHOWN = 5

/** Retrieved documents in the reported order, best first: title, score and an excerpt. */
export function Documents({ documents }: { documents: readonly RetrievedDocument[] }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? documents : documents.slice(0, DOCUMENTS_SHOWN)
  return (
    <>
      <ol aria-label="Documents" className="divide-y rounded-md border">
        {shown.map(({ id, title, text, uri, score }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document is identified by its position.
          <li key={place} className="px-3 py-2">
            <p className="flex items-baseline gap-2 text-xs">
              <FileText className="size-3.5 shrink-0 self-center text-ink-3" aria-hidden />
              <span className="min-w-0 truncate font-medium" title={id}>
                {uri !== undefined && /^https?:/i.test(uri) ? (
                  <OutsideLink href={uri}>{title ?? id ?? uri}</OutsideLink>
                ) : (
                  (title ?? id ?? `Document ${place + 1}`)
                )}
              </span>
              {title !== undefined && id !== undefined && id !== title && (
                <span className="min-w-0 truncate font-mono text-ink-3">{id}</span>
              )}
              {score !== undefined && <span className="ml-auto shrink-0 text-ink-2">Score {formatScore(score)}</span>}
            </p>
            <div className="mt-1 text-ink-2 text-sm">
              <LongText text={text} max={DOCUMENT_MAX} />
            </div>
          </li>
        ))}
      </ol>
      {documents.length > shown.length && (
        <button type="button" onClick={() => setAll(true)} className="link mt-1 min-h-6 text-ink-2 text-xs">
          Show all {formatCount(documents.length)} documents
        </button>
      )}
    </>
  )
}
