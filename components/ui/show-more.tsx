'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fetchNext } from '@/lib/queries/next-page'
import { Button } from './button'
import { MoreRows, type PagedList } from './more-rows'
import { announce } from './toast'

type ShowMoreProps = {
  noun: string
  list: PagedList
  /** How many rows are shown: screen readers say how many the next page has added. */
  rows: number
  size?: 'sm'
  className?: string
  children?: ReactNode
}

/** Button that requests the next page, or tries it again; renders nothing after the last one. */
export function ShowMore({ noun, list, rows, size, className, children = `Show more ${noun}` }: ShowMoreProps) {
  const pages = list.data?.pages.length ?? 0
  const before = useRef({ pages, rows })
  useEffect(() => {
    const { current: told } = before
    before.current = { pages, rows }
    if (told.pages > 0 && pages > told.pages) announce(`More ${noun}: ${rows - told.rows}`)
  }, [pages, rows, noun])
  const [isAsked, setAsked] = useState(false)
  const more = async () => {
    setAsked(true)
    await fetchNext(list)
    setAsked(false)
  }
  if (list.isFetchNextPageError) return <MoreRows noun={noun} list={list} />
  if (!list.hasNextPage) return null
  return (
    <Button size={size} className={className} pending={isAsked || list.isFetchingNextPage} onClick={() => void more()}>
      {children}
    </Button>
  )
}
