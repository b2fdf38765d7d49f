'use client'

import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import { IconButton } from '@/components/ui/icon-button'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import type { JudgeView } from '@/lib/contracts/judge'
import type { ProjectJudgeView } from '@/lib/contracts/project-judges'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { AddJudge, EditJudge, RemoveJudge } from './judge-dialogs'
import { kindLabels } from './judge-labels'
import { TestJudge } from './test-judge'

type JudgeListProps = { project: string; judge: JudgeView; isAdmin: boolean }

/** Judges of the project in fallback order; if there are none, the judge configured in the environment. */
export function JudgeList({ project, judge, isAdmin }: JudgeListProps) {
  const { judges, ofDesk } = judge
  return (
    <Panel
      title={judges.length > 1 ? 'Judges' : 'The judge'}
      note={
        judges.length > 1
          ? 'The first judge is asked. The next one is used only if it does not answer.'
          : 'How it is asked is set in the configuration.'
      }
      actions={isAdmin && <AddJudge project={project} />}
    >
      <ol aria-label="Judges" className="divide-y border-y">
        {judges.map((one, index) => (
          <JudgeItem key={one.id} project={project} judge={one} isFirst={index === 0} isAdmin={isAdmin} />
        ))}
        {judges.length === 0 && ofDesk && (
          <li className="flex items-center justify-between gap-3 py-3">
            <JudgeSummary
              name={ofDesk.model}
              words={['Chat completions', ofDesk.hasKey ? 'key set' : 'no key', 'set in the desk’s environment']}
              endpoint={ofDesk.endpoint}
            />
            {isAdmin && <TestJudge project={project} name={ofDesk.model} />}
          </li>
        )}
      </ol>
      {judges.length > 0 && ofDesk && (
        <p className="mt-2 text-ink-3 text-xs">
          The desk’s environment also names a judge. It is not used while the project has its own.
        </p>
      )}
    </Panel>
  )
}

type JudgeItemProps = { project: string; judge: ProjectJudgeView; isFirst: boolean; isAdmin: boolean }

function JudgeItem({ project, judge, isFirst, isAdmin }: JudgeItemProps) {
  const { id, name, kind, model, endpoint, hasKey } = judge
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <JudgeSummary
        name={name}
        badge={isFirst ? 'asked first' : null}
        words={[model, kindLabels[kind].protocol, hasKey ? 'key set' : 'no key']}
        endpoint={endpoint}
      />
      {isAdmin && (
        <div className="flex shrink-0 items-center gap-2">
          <TestJudge project={project} judgeId={id} name={name} />
          <JudgeMenu project={project} judge={judge} isFirst={isFirst} />
        </div>
      )}
    </li>
  )
}

type JudgeSummaryProps = { name: string; badge?: string | null; words: readonly string[]; endpoint: string }

function JudgeSummary({ name, badge, words, endpoint }: JudgeSummaryProps) {
  return (
    <div className="min-w-0 flex-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <span className="break-words">{name}</span>
        {badge && <Badge>{badge}</Badge>}
      </p>
      <p className="break-words text-ink-2 text-xs">{words.join(', ')}</p>
      <p className="break-all font-mono text-ink-3 text-xs">{endpoint}</p>
    </div>
  )
}

type JudgeMenuProps = { project: string; judge: ProjectJudgeView; isFirst: boolean }

function JudgeMenu({ project, judge, isFirst }: JudgeMenuProps) {
  const [isEdited, setEdited] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  const update = useMutation(mutationOf('PATCH /api/v1/judge/judges/{judgeId}', { project }))
  const { id: judgeId, name } = judge
  const makeFirst = () =>
    update.mutate(
      { judgeId, isFirst: true },
      {
        onSuccess: () => toast.success(`${name} is asked first`),
        onError: (error) => toast.error(toProblem(error).message),
      },
    )
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <IconButton label={`More for ${name}`} size="sm">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setEdited(true)}>Change</MenuItem>
        {!isFirst && <MenuItem onSelect={makeFirst}>Ask it first</MenuItem>}
        <MenuItem danger onSelect={() => setRemoved(true)}>
          Remove
        </MenuItem>
      </DropdownMenu>
      {isEdited && <EditJudge project={project} judge={judge} onClose={() => setEdited(false)} />}
      {isRemoved && <RemoveJudge project={project} judge={judge} onClose={() => setRemoved(false)} />}
    </>
  )
}
