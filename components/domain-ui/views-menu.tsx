'use client'

import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { Popover } from '@/components/ui/popover'
import type { SavedView } from '@/lib/contracts/views'
import { projectHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'

const panel = lazyComponent(() => import('./views-panel'))

type ViewsMenuProps = {
  project: string
  screen: SavedView['screen']
  path: string
  /** Current filters, order and columns as a query string. */
  query: string
}

/** Menu of a list's saved views: open, save, share, or make one the default. */
export function ViewsMenu({ project, screen, path, query }: ViewsMenuProps) {
  const { data } = useQuery(queryOf('GET /api/v1/views', { screen }, { project }))
  const views = data?.views ?? []
  const current = views.find((view) => isSameQuery(view.query, query))
  const [openedId, setOpenedId] = useState(current?.id)
  if (current && current.id !== openedId) setOpenedId(current.id)
  const opened = views.find(({ id }) => id === openedId)
  const parts = useLazyComponent(panel)
  const trigger = (
    <Button icon={<Bookmark aria-hidden />} className="max-w-48">
      <span className="truncate">{current?.name ?? 'Views'}</span>
    </Button>
  )
  return (
    <Popover trigger={trigger} label="Saved views" align="end" className="w-80">
      {parts && (
        <parts.ViewsPanel
          {...{ project, screen, path, query }}
          saved={data}
          isShown={(view) => isSameQuery(view.query, query)}
          changed={opened && opened !== current && opened.mayChange ? opened : null}
        />
      )}
    </Popover>
  )
}

/** `ViewsMenu` for a list whose state is entirely in the URL. The open item is not part of a view. */
export function ListViews({ project, screen }: Pick<ViewsMenuProps, 'project' | 'screen'>) {
  const params = new URLSearchParams(useSearchParams())
  params.delete('item')
  const path = projectHref(project, `/${screen}`)
  return <ViewsMenu project={project} screen={screen} path={path} query={params.toString()} />
}

/** Whether two query strings have the same parameters, in any order. */
function isSameQuery(a: string, b: string): boolean {
  const sorted = (text: string) =>
    [...new URLSearchParams(text)]
      .map((pair) => pair.join('='))
      .toSorted()
      .join('&')
  return sorted(a) === sorted(b)
}
