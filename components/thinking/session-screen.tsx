'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Copy, Download } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useRowKeys } from '@/components/shell/row-keys'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { copyText } from '@/components/ui/copy-text'
import { PageHeader } from '@/components/ui/page-header'
import { saveText } from '@/components/ui/save-text'
import { StatePanel } from '@/components/ui/state-panel'
import { RelativeTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { useTopOf } from '@/components/ui/window-rows'
import type { ThinkingSessionView } from '@/lib/contracts/thinking/sessions'
import { prepareThinkingTree, type ThoughtRow } from '@/lib/presentation/charts/prepare-thinking-tree'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { projectHref } from '@/lib/presentation/links'
import { mutationOf } from '@/lib/queries/query-of'
import { thinkingSession } from '@/lib/queries/thinking'
import { SessionStateMark } from './thinking-marks'
import { ThoughtItem } from './thought-item'

type SessionScreenProps = { project: string; sessionId: string }

/** Page of a verification session as a tree, updated live. */
export function SessionScreen({ project, sessionId }: SessionScreenProps) {
  const { data } = useSuspenseQuery(thinkingSession(project, sessionId))
  const rows = useMemo(() => prepareThinkingTree(data.thoughts), [data.thoughts])
  return (
    <>
      <SessionHeader project={project} view={data} />
      {rows.length === 0 ? (
        <StatePanel state="empty" title="No thoughts kept" compact>
          This session’s history was cleared. The agent can continue with the same session id.
        </StatePanel>
      ) : (
        <ThoughtTree project={project} sessionId={sessionId} rows={rows} />
      )}
    </>
  )
}

type SessionHeaderProps = { project: string; view: ThinkingSessionView }

/** Header of a session: target, progress and export. */
function SessionHeader({ project, view }: SessionHeaderProps) {
  const { session, firstOrdinal } = view
  const dropped = firstOrdinal === null ? 0 : firstOrdinal - 1
  return (
    <>
      <PageHeader
        className="mb-4!"
        trail={[
          { label: 'Thinking', href: projectHref(project, '/thinking') },
          { label: session.workflow ?? 'no workflow' },
        ]}
        title={session.target ?? 'Thinking session'}
        actions={<ExportButtons project={project} sessionId={session.id} />}
      />
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 border-b pb-3 text-ink-2 text-sm">
        <SessionStateMark state={session.state} />
        <span>{formatPlural(session.thoughts, 'thought')}</span>
        <span>{formatPlural(session.branches, 'branch', 'branches')}</span>
        <span>
          last active <RelativeTime iso={session.updatedAt} />
        </span>
        <span>begun by {session.createdBy}</span>
        <span className="flex min-w-0 items-center">
          <code className="truncate font-mono text-xs">{session.id}</code>
          <CopyButton text={session.id} label="Copy session id" />
        </span>
        {dropped > 0 && <span className="text-ink-3">{formatCount(dropped)} earlier no longer kept</span>}
      </div>
    </>
  )
}

type ExportButtonsProps = { project: string; sessionId: string }

/** Buttons that export the session as Markdown to a file or the clipboard. */
function ExportButtons({ project, sessionId }: ExportButtonsProps) {
  const save = useMutation(mutationOf('GET /api/v1/thinking/{sessionId}/export', { project }))
  const copy = useMutation(mutationOf('GET /api/v1/thinking/{sessionId}/export', { project }))
  const onError = toast.problem
  const saveFile = () =>
    save.mutate({ sessionId }, { onSuccess: ({ filename, markdown }) => saveText(filename, markdown), onError })
  const copyMarkdown = () =>
    copy.mutate(
      { sessionId },
      {
        onSuccess: async ({ markdown }) => {
          if (await copyText(markdown)) toast.success('Copied as Markdown')
          else toast.error('The browser did not allow copying. Download it instead.')
        },
        onError,
      },
    )
  useShortcuts('Session', [{ keys: 'e', label: 'Export as Markdown', run: saveFile }])
  return (
    <>
      <Button icon={<Copy aria-hidden />} pending={copy.isPending} onClick={copyMarkdown}>
        Copy Markdown
      </Button>
      <Button icon={<Download aria-hidden />} pending={save.isPending} shortcut="e" onClick={saveFile}>
        Export
      </Button>
    </>
  )
}

const ROW_HEIGHT = 62
const OVERSCAN = 8

type ThoughtTreeProps = { project: string; sessionId: string; rows: readonly ThoughtRow[] }

/** Virtualized tree of thoughts: the main line from top to bottom, with branches beside it. */
function ThoughtTree({ project, sessionId, rows }: ThoughtTreeProps) {
  const frame = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const scrollMargin = useTopOf(frame)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: 72,
    scrollPaddingEnd: 72,
    getItemKey: (index) => rows[index]?.thought.ordinal ?? index,
    // Viewport assumed on the server, which cannot measure one.
    initialRect: { width: 1200, height: 900 },
  })
  const show = (index: number) => {
    virtualizer.scrollToIndex(index, { align: 'auto' })
    // A distant row is rendered only after the scroll.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-row="${index}"] button`)?.focus()),
    )
  }
  const toggle = (ordinal: number) => {
    const next = new Set(opened)
    if (!next.delete(ordinal)) next.add(ordinal)
    setOpened(next)
  }
  useRowKeys({
    frame,
    count: rows.length,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    title: 'Thoughts',
    noun: 'thought',
  })
  return (
    <ol
      ref={frame}
      aria-label="Thoughts"
      className="relative [--lane:0.875rem] sm:[--lane:1.5rem]"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (!row) return null
        return (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            data-row={item.index}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
          >
            <ThoughtItem
              project={project}
              sessionId={sessionId}
              row={row}
              isOpen={opened.has(row.thought.ordinal)}
              onToggle={() => toggle(row.thought.ordinal)}
              onShowRevised={row.revisedRow === null ? null : () => show(row.revisedRow ?? 0)}
            />
          </li>
        )
      })}
    </ol>
  )
}
