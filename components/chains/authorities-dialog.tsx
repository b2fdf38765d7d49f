'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import type { ChainAuthority } from '@/lib/contracts/chain-authorities'
import { setChainAuthoritiesMutation } from '@/lib/queries/chain-authorities'
import { memberQueries } from '@/lib/queries/members'
import { toProblem } from '@/lib/queries/problem'

type AuthoritiesDialogProps = { project: string; chain: string; authorities: readonly ChainAuthority[] }

/** Ticks who decides. Nobody ticked: every reviewer and admin. */
export function AuthoritiesDialog({ project, chain, authorities }: AuthoritiesDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const members = useQuery({ ...memberQueries.list(project), enabled: isOpen })
  const save = useMutation(setChainAuthoritiesMutation(project, chain))
  const problem = save.error ? toProblem(save.error) : null
  const change = (open: boolean) => {
    setOpen(open)
    setChosen(authorities.map((person) => person.userId))
    save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate([...chosen], { onSuccess: () => setOpen(false) })
  }
  const deciders = members.data?.members.filter((member) => member.role !== 'viewer') ?? []
  const left = authorities.filter((person) => !person.decides)
  const people = [...deciders, ...left.filter(({ userId }) => !deciders.some((member) => member.userId === userId))]
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      title="Who decides its gates"
      description="Those ticked, on open gates as well. With nobody ticked, every reviewer and admin decides."
      trigger={<Button size="sm">Change</Button>}
    >
      <form onSubmit={submit} className="grid gap-4">
        {problem && (
          <Notice tone="fail" title={problem.message}>
            {problem.requestId && <>Request {problem.requestId}</>}
          </Notice>
        )}
        <ul className="grid gap-2">
          {people.map(({ userId, name }) => (
            <li key={userId} className="flex items-center gap-2.5 text-sm">
              <Checkbox
                id={`decides-${userId}`}
                checked={chosen.includes(userId)}
                onCheckedChange={(isOn) =>
                  setChosen(isOn === true ? [...chosen, userId] : chosen.filter((other) => other !== userId))
                }
              />
              <label htmlFor={`decides-${userId}`} className="min-w-0 break-words">
                {name}
              </label>
            </li>
          ))}
        </ul>
        <div className="flex justify-end gap-2">
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button type="submit" variant="primary" pending={save.isPending} disabled={!members.data}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
