'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { TypedNameDialog } from './typed-name-dialog'

/** Export and erasure of a member's personal data. */
export function PersonsData({ project }: { project: string }) {
  const { members } = useSuspenseQuery(queryOf('GET /api/v1/members', {}, { project })).data
  const [userId, setUserId] = useState(members[0]?.userId ?? '')
  const remove = useMutation(mutationOf('POST /api/v1/members/{userId}/erase', { project }))
  const person = members.find((member) => member.userId === userId)
  return (
    <Panel
      title="One person’s data"
      note="For requests to access or delete personal data. Verdicts stay as those of an anonymous reviewer. The audit log keeps who did what."
    >
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Person"
          className="w-56"
          value={userId}
          onChange={setUserId}
          options={members.map((member) => ({ value: member.userId, label: member.name }))}
        />
        {person && (
          <>
            <Button asChild>
              <a
                href={`/api/v1/members/${person.userId}/data?project=${encodeURIComponent(project)}`}
                download={`${person.name}.json`}
              >
                <Download aria-hidden />
                Export as JSON
              </a>
            </Button>
            <TypedNameDialog
              key={person.userId}
              trigger={
                <Button variant="danger-outline" icon={<UserX aria-hidden />}>
                  Remove person
                </Button>
              }
              title={`Remove ${person.name} from the desk?`}
              consequence="Their name and address become “Removed person”. They are signed out everywhere, and keys they made stop working. This cannot be undone."
              name={person.name}
              verb="Remove person"
              act={(name) => remove.mutateAsync({ userId: person.userId, name: name.trim() })}
              done={`${person.name} was removed`}
            />
          </>
        )}
      </div>
    </Panel>
  )
}
