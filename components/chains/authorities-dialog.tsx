'use client'

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mergeLists } from '@/components/domain-ui/merge-lists'
import { SavedMeanwhile, useSharedDraft } from '@/components/domain-ui/shared-draft'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { OptionList } from '@/components/ui/filter-options'
import { Form } from '@/components/ui/form'
import { ProblemNotice } from '@/components/ui/problem-notice'
import type { ChainAuthority } from '@/lib/contracts/chains'
import type { OutputAt } from '@/lib/contracts/targets'
import { peopleChoices } from '@/lib/queries/people'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'

type Authorities = OutputAt<'GET /api/v1/chains/{chain}/authorities'>
type AuthoritiesDialogProps = { project: string; chain: string; saved: Authorities }

const toUserIds = (authorities: readonly ChainAuthority[]) => authorities.map(({ userId }) => userId)
const inOrder = (userIds: readonly string[]) => userIds.toSorted()
const merge = (base: string[], mine: string[], theirs: string[]) => inOrder(mergeLists(base, mine, theirs))

type Option = { value: string; label: string; hint?: string }
const toOption = (value: string, label: string, email: string | null): Option => ({
  value,
  label,
  ...(email !== null && { hint: email }),
})

/** Dialog to choose the deciders; if none is chosen, every reviewer and admin can decide. */
export function AuthoritiesDialog({ project, chain, saved: { authorities, version } }: AuthoritiesDialogProps) {
  const form = useId()
  const [isOpen, setOpen] = useState(false)
  const shared = useSharedDraft({
    saved: toUserIds(authorities),
    version,
    toDraft: inOrder,
    toValue: inOrder,
    merge,
  })
  const { draft: chosen, value: userIds, expected, set: setChosen } = shared
  const [text, setText] = useState<string | null>(null)
  const members = useQuery({
    ...peopleChoices(project, text, { deciders: true }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  // Those chosen before come first, also one who may not decide any more; then those chosen since, whatever is searched for now.
  const [added, setAdded] = useState<readonly Option[]>([])
  const listed = authorities.map(({ userId, name }): Option => ({ value: userId, label: name }))
  const offered = members.data?.members.map(({ userId, name, email }) => toOption(userId, name, email)) ?? []
  const people = new Map([...listed, ...added, ...offered].map((option) => [option.value, option]))
  const choose = (userIds: string[]) => {
    setAdded(userIds.flatMap((userId) => people.get(userId) ?? []))
    setChosen(userIds)
  }
  const save = useMutation({
    ...mutationOf('POST /api/v1/chains/{chain}/authorities', { project, changes: ['chains', 'gates'] }),
    ...shared.saving,
  })
  const problem = problemOf(save.error)
  const change = (open: boolean) => {
    setOpen(open)
    setText(null)
    setAdded([])
    shared.discard()
    save.reset()
  }
  const submit = () => save.mutate({ chain, userIds, expected }, { onSuccess: () => setOpen(false) })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      title="Who decides gates"
      description="Applies to open gates too. If no one is selected, any reviewer or admin can decide."
      trigger={
        <Button size="sm">
          Change<span className="sr-only"> who decides gates</span>
        </Button>
      }
      submit={{ children: 'Save', form, pending: save.isPending, disabled: !members.data }}
    >
      <Form id={form} onSubmit={submit} className="grid gap-4">
        {shared.isMerged && <SavedMeanwhile version={version} what="another list" onDiscard={shared.discard} />}
        {problem?.code !== 'conflict' && <ProblemNotice problem={problem} />}
        <OptionList
          isFirst
          group={{
            title: 'People',
            options: [...people.values()],
            chosen,
            search: { text, isCut: (members.data?.count ?? 0) > offered.length, onChange: setText },
            onChange: choose,
          }}
        />
      </Form>
    </Dialog>
  )
}
