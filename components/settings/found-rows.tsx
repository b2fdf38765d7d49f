import { useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { SearchBox } from '@/components/shell/search-box'
import { formatCount } from '@/lib/presentation/format/number'
import { hasWords, SEARCHABLE_FROM } from '@/lib/presentation/text/mark-words'
import { shortText } from '@/lib/queries/search-parameters'

type Searched<Row> = {
  rows: readonly Row[]
  /** Plural noun of the rows: "members". */
  noun: string
  placeholder: string
  /** What a row is found by. */
  wordsOf: (row: Row) => string
}

/** The rows that have the words searched for, which the URL keeps, and above them the search, if there are enough rows to need one. */
export function useFoundRows<Row>({ rows, noun, placeholder, wordsOf }: Searched<Row>): {
  found: readonly Row[]
  search: ReactNode
} {
  const [text, setText] = useQueryState('text', shortText.withOptions({ scroll: false }))
  const found = rows.filter((row) => hasWords(wordsOf(row), text ?? ''))
  const search = (rows.length >= SEARCHABLE_FROM || text !== null) && (
    <>
      <div className="mb-3">
        <SearchBox noun={noun} placeholder={placeholder} text={text} onChange={(typed) => void setText(typed)} />
      </div>
      {text !== null && (
        <p className="mb-1 text-ink-2 text-sm" role="status">
          {found.length === 0
            ? `No ${noun} match.`
            : `${formatCount(found.length)} of ${formatCount(rows.length)} match.`}
        </p>
      )}
    </>
  )
  return { found, search }
}
