'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ChangeList } from '@/components/domain-ui/change-list'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { StatePanel } from '@/components/ui/state-panel'
import { RelativeTime } from '@/components/ui/time'
import type { ConfigurationVersion, ConfigurationView } from '@/lib/contracts/configuration-requests'
import { toChangeLine } from '@/lib/presentation/charts/prepare-changes'
import { putConfiguration } from '@/lib/queries/configuration'
import { fetchNext } from '@/lib/queries/next-page'
import { pagesOf } from '@/lib/queries/query-of'

type VersionHistoryProps = { project: string; view: ConfigurationView; mayChange: boolean }

/** All versions of a level, newest first; admins can restore an older one as a new version. */
export function VersionHistory({ project, view, mayChange }: VersionHistoryProps) {
  const chain = view.chain ?? undefined
  const history = useInfiniteQuery(
    pagesOf('GET /api/v1/configuration/history', { chain, limit: 20 }, { project, by: 'before' }),
  )
  if (history.isPending) return <StatePanel state="loading" title="Loading the history" compact />
  if (history.isError && !history.data)
    return (
      <LoadProblem
        compact
        title="The history could not be loaded"
        error={history.error}
        onRetry={() => history.refetch()}
      />
    )
  const versions = history.data.pages.flatMap((page) => page.versions)
  if (versions.length === 0)
    return (
      <StatePanel state="empty" title="Nothing set here yet" compact>
        {chain === undefined ? 'The defaults apply.' : 'The project settings and defaults apply.'} The first change that
        is saved becomes version 1.
      </StatePanel>
    )
  return (
    <>
      <ol className="divide-y">
        {versions.map((version) => (
          <li key={version.number} className="grid gap-1 py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="text-sm">
                <span className="font-medium">Version {version.number}</span>{' '}
                <span className="text-ink-2">
                  by {version.by}, <RelativeTime iso={version.at} />
                </span>
                {version.number === view.number && <span className="ml-2 text-accent-fg text-xs">in force</span>}
              </p>
              {mayChange && version.number !== view.number && (
                <Restore project={project} view={view} version={version} />
              )}
            </div>
            {version.comment && <p className="whitespace-pre-wrap text-sm">{version.comment}</p>}
            <ChangeList changes={version.changes.map(toChangeLine)} />
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button className="mt-2" pending={history.isFetchingNextPage} onClick={() => void fetchNext(history)}>
          Older versions
        </Button>
      )}
    </>
  )
}

type RestoreProps = { project: string; view: ConfigurationView; version: ConfigurationVersion }

function Restore({ project, view, version }: RestoreProps) {
  const put = useMutation(putConfiguration(project))
  const { number, config } = version
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" aria-label={`Restore version ${number}`}>
          Restore
        </Button>
      }
      title={`Restore version ${number}?`}
      consequence={`Its values become version ${view.number + 1}. They apply to runs that arrive from then on.`}
      verb="Restore"
      act={() =>
        put.mutateAsync({
          chain: view.chain ?? undefined,
          config,
          expected: view.number,
          comment: `Restores version ${number}`,
        })
      }
      done={`Version ${number} restored`}
    />
  )
}
