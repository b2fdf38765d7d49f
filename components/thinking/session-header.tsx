import Link from 'next/link'
import { navHref } from '@/components/shell/nav-items'
import { CopyButton } from '@/components/ui/copy-button'
import { PageHeader } from '@/components/ui/page-header'
import { RelativeTime } from '@/components/ui/time'
import type { ThinkingSessionView } from '@/lib/contracts/thinking/sessions'
import { formatCount, formatPlural } from '@/lib/format/number'
import { ExportButtons } from './export-buttons'
import { SessionStateMark } from './session-state-mark'

type SessionHeaderProps = { project: string; view: ThinkingSessionView }

/** What is verified, how far it is, and the way to take it along. */
export function SessionHeader({ project, view }: SessionHeaderProps) {
  const { session, firstOrdinal } = view
  const dropped = firstOrdinal === null ? 0 : firstOrdinal - 1
  return (
    <>
      <PageHeader
        className="mb-4!"
        trail={
          <>
            <Link href={navHref(project, '/thinking')} className="hover:text-ink hover:underline">
              Thinking
            </Link>
            <span className="px-1.5">/</span>
            {session.workflow ?? 'no workflow'}
          </>
        }
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
