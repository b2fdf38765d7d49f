'use client'

import { useQueryState } from 'nuqs'
import { SearchBox } from '@/components/shell/search-box'
import { runSearchParsers } from '@/lib/queries/run-search'

/** Finds runs by a part of their id, chain, scenario or first error. */
export function RunSearchBox() {
  const [text, setText] = useQueryState('text', runSearchParsers.text.withOptions({ scroll: false }))
  return (
    <SearchBox
      noun="runs"
      placeholder="Id, chain, scenario, error"
      text={text}
      onChange={(typed) => void setText(typed)}
    />
  )
}
