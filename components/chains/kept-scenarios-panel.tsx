'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { KeptResultText } from '@/components/domain-ui/kept-result'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { useMay } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { IconButton } from '@/components/ui/icon-button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { sayRefused } from '@/components/ui/say-refused'
import { ShowAll } from '@/components/ui/show-all'
import { ShowMore } from '@/components/ui/show-more'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { RelativeTime } from '@/components/ui/time'
import type { OutputAt } from '@/lib/contracts/targets'
import { formatCount } from '@/lib/presentation/format/number'
import { expectedText, faultText, retiredNote } from '@/lib/presentation/labels/kept'
import { runHref } from '@/lib/presentation/links'
import { mutationOf, pagesOf } from '@/lib/queries/query-of'

type KeptList = OutputAt<'GET /api/v1/chains/{chain}/kept-scenarios'>
type Listed = KeptList['scenarios'][number]

/** Those that need attention come first. Retired ones come page by page. */
const SHOWN = 20
const RETIRED_MAX = Number.POSITIVE_INFINITY

/** Scenarios kept from reviewed runs; every later version is tried with them. */
export function KeptScenariosPanel({ project, chain }: { project: string; chain: string }) {
  const [isRetired, setRetired] = useState(false)
  const query = useInfiniteQuery(
    pagesOf('GET /api/v1/chains/{chain}/kept-scenarios', { chain, retired: isRetired }, { project }),
  )
  const { error, refetch } = query
  const [data] = query.data?.pages ?? []
  const scenarios = query.data?.pages.flatMap((page) => page.scenarios) ?? []
  return (
    <div id="kept" className="scroll-mt-20">
      <Panel
        title={isRetired ? 'Retired scenarios' : 'Kept scenarios'}
        note={noteOf(data, isRetired ? scenarios.length : null)}
        actions={
          (isRetired || (data?.retired ?? 0) > 0) && (
            <Button size="sm" onClick={() => setRetired(!isRetired)}>
              {isRetired ? 'Show those in use' : `Show ${formatCount(data?.retired ?? 0)} retired`}
            </Button>
          )
        }
      >
        {error && !data ? (
          <LoadProblem compact title="Scenarios could not be loaded" error={error} onRetry={() => refetch()} />
        ) : !data ? (
          <SkeletonRows rows={2} />
        ) : scenarios.length === 0 ? (
          <StatePanel state="empty" title={isRetired ? 'No retired scenarios' : 'No scenarios kept yet'} compact>
            {!isRetired &&
              '“Keep as scenario” on a reviewed run keeps its request. Every later version is then tried with it.'}
          </StatePanel>
        ) : (
          <>
            <ShowAll key={String(isRetired)} items={scenarios} most={isRetired ? RETIRED_MAX : SHOWN} noun="scenario">
              {(shown) => (
                <ul className="divide-y border-y">
                  {shown.map((scenario) => (
                    <KeptRow key={scenario.id} project={project} scenario={scenario} />
                  ))}
                </ul>
              )}
            </ShowAll>
            <ShowMore noun="scenarios" list={query} rows={scenarios.length} size="sm" className="mt-2" />
          </>
        )}
      </Panel>
    </div>
  )
}

/** `retired`: how many of the retired ones are shown; null if they are not. */
function noteOf(data: KeptList | undefined, retired: number | null): string {
  if (retired !== null) return retiredNote(retired, data?.retired ?? 0)
  const on = data?.version ? ` Each row shows how ${data.version} did.` : ''
  return `Requests from reviewed runs, tried on every later version.${on}`
}

function KeptRow({ project, scenario }: { project: string; scenario: Listed }) {
  const mayChange = useMay(project, 'reviewer')
  const { name, faults, runId, version, by, keptAt, retiredAt, retiredBy, takenBack, standing: result } = scenario
  const [fault] = takenBack ? [] : faults
  return (
    <li className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_auto]">
      <div className="min-w-0 text-sm">
        <p className="break-words font-medium">{name}</p>
        <p className="break-words text-ink-2 text-xs">
          {takenBack
            ? 'Its verdict was taken back: no version is tried with it until someone judges the run again'
            : expectedText(scenario)}
          {fault && `; was wrong: ${faultText(fault)}`}
          {fault && faults.length > 1 && ` and ${faults.length - 1} more`}
        </p>
        <p className="text-ink-3 text-xs">
          From{' '}
          <Link href={runHref(project, runId)} className="link">
            a run of {version}
          </Link>
          , by {by}, <RelativeTime iso={keptAt} />
          {retiredAt && `; retired by ${retiredBy}`}
        </p>
      </div>
      <div className="min-w-0">
        {result ? (
          <KeptResultText project={project} result={result} />
        ) : (
          !retiredAt && !takenBack && <p className="text-ink-3 text-sm">No later version yet.</p>
        )}
      </div>
      {mayChange && <RowActions project={project} scenario={scenario} />}
    </li>
  )
}

function RowActions({ project, scenario }: { project: string; scenario: Listed }) {
  const { chain, id: scenarioId, name, retiredAt } = scenario
  const update = useMutation({
    ...mutationOf('PATCH /api/v1/chains/{chain}/kept-scenarios/{scenarioId}', { project }),
    onError: sayRefused('Not changed'),
  })
  const form = useId()
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState(name)
  const rename = () => update.mutate({ chain, scenarioId, name: draft.trim() }, { onSuccess: () => setOpen(false) })
  const isRetired = retiredAt !== null
  return (
    <div className="flex items-start gap-1">
      <Dialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open)
          setDraft(name)
        }}
        title="Rename the scenario"
        trigger={
          <IconButton label={`Rename ${name}`}>
            <Pencil aria-hidden />
          </IconButton>
        }
        submit={{ children: 'Rename', form, pending: update.isPending, disabled: draft.trim() === '' }}
      >
        <Form id={form} onSubmit={rename}>
          <InputField
            label="Name"
            hint="Existing runs keep their old name."
            value={draft}
            maxLength={200}
            onChange={setDraft}
          />
        </Form>
      </Dialog>
      <IconButton
        label={isRetired ? `Bring ${name} back` : `Retire ${name}`}
        onClick={() => update.mutate({ chain, scenarioId, retired: !isRetired })}
      >
        {isRetired ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
      </IconButton>
    </div>
  )
}
