'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useState } from 'react'
import { AdminsOnly } from '@/components/domain-ui/admins-only'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { ChainPicker } from '@/components/domain-ui/pickers'
import { useMyRole } from '@/components/domain-ui/role'
import { PageHeader } from '@/components/ui/page-header'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { reviewHref } from '@/lib/presentation/links'
import { chainChoices } from '@/lib/queries/chain-search'
import { queryOf } from '@/lib/queries/query-of'
import { rubricSearchParsers } from '@/lib/queries/review-search'
import { RubricEditor } from './rubric-editor'

/** Page for the rubrics of a project's chains. */
export function RubricScreen({ project }: { project: string }) {
  const [{ chain }, setSearch] = useQueryStates(rubricSearchParsers, { history: 'replace' })
  const { data: known } = useQuery(chainChoices(project, null))
  const [isChanged, setChanged] = useState(false)
  const hasNoChains = known?.chains.length === 0
  const isAdmin = useMyRole(project) === 'admin'
  const picker = (
    <ChainPicker
      project={project}
      label="Chain"
      value={chain}
      disabled={isChanged}
      onChange={(next) => void setSearch({ chain: next })}
      placeholder="Choose a chain"
      className="w-56 max-w-[calc(100vw-2rem)]"
    />
  )
  return (
    <>
      <PageHeader
        title="Rubric"
        headline="Questions reviewers answer besides their verdict, about the run or one step."
        trail={[{ label: 'Review', href: reviewHref(project) }]}
        actions={
          isAdmin &&
          chain !== null && <span title={isChanged ? 'Save or discard your changes first' : undefined}>{picker}</span>
        }
      />
      <AdminsOnly project={project} what="the editor of rubrics">
        {hasNoChains ? (
          <StatePanel state="empty" title="No chains yet" compact>
            A chain is created by its first run. Then you can ask its reviewers questions here.
          </StatePanel>
        ) : chain === null ? (
          <StatePanel state="empty" title="Choose a chain" action={picker} compact>
            Each chain has its own rubric.
          </StatePanel>
        ) : (
          <ChainRubric key={chain} project={project} chain={chain} onChanged={setChanged} />
        )}
      </AdminsOnly>
    </>
  )
}

type ChainRubricProps = { project: string; chain: string; onChanged: (isChanged: boolean) => void }

function ChainRubric({ project, chain, onChanged }: ChainRubricProps) {
  const rubric = queryOf('GET /api/v1/review/rubric', { chain }, { project, isStill: true })
  const { data, error, refetch } = useQuery(rubric)
  if (error && !data)
    return <LoadProblem title="The rubric could not be loaded" error={error} onRetry={() => refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  return <RubricEditor project={project} rubric={data.rubric} onChanged={onChanged} />
}
