'use client'

import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { SendSnippets } from '@/components/onboarding/send-snippets'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import type { OutputOf } from '@/lib/contracts/contract'
import type { createKey } from '@/lib/contracts/projects'
import { createKeyMutation } from '@/lib/queries/keys'
import { toProblem } from '@/lib/queries/problem'
import { MakeSecretDialog } from './make-secret-dialog'
import { SecretField } from './secret-field'

const grants = {
  both: { label: 'Send and read runs', scopes: ['read', 'write'] },
  write: { label: 'Send runs only', scopes: ['write'] },
  read: { label: 'Read only', scopes: ['read'] },
} as const

type Grant = keyof typeof grants
const grantOptions = (Object.keys(grants) as Grant[]).map((value) => ({ value, label: grants[value].label }))

/** Makes a key, and shows it once. */
export function CreateKeyDialog({ project }: { project: string }) {
  const formId = useId()
  const [isOpen, setOpen] = useState(false)
  const [grant, setGrant] = useState<Grant>('both')
  const create = useMutation(createKeyMutation(project))
  const problem = create.error ? toProblem(create.error) : null
  const toggle = (next: boolean) => {
    setOpen(next)
    if (!next) create.reset()
  }
  const submit = (form: FormData) =>
    create.mutate({ name: String(form.get('name') ?? ''), scopes: [...grants[grant].scopes] })
  return (
    <MakeSecretDialog
      trigger={
        <Button variant="primary" icon={<KeyRound aria-hidden />}>
          Make a key
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={toggle}
      title="Make an API key"
      description="For one agent or tool each, so that one can be revoked without the others."
      width="sm"
      submit={{ label: 'Make the key', isPending: create.isPending, form: formId }}
      made={create.data ? toMade(create.data) : null}
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          submit(new FormData(event.currentTarget))
        }}
        className="grid gap-4"
      >
        {problem && Object.keys(problem.fields).length === 0 && <Notice tone="fail">{problem.message}</Notice>}
        <Field label="Name" hint="Who or what will use it." error={problem?.fields.name} required>
          {(control) => (
            <Input {...control} name="name" autoComplete="off" maxLength={200} placeholder="support agent, staging" />
          )}
        </Field>
        <Field label="May">
          {({ id }) => <Select id={id} value={grant} onChange={setGrant} options={grantOptions} />}
        </Field>
      </form>
    </MakeSecretDialog>
  )
}

function toMade({ key, secret }: OutputOf<typeof createKey>) {
  return {
    title: key.name,
    description: 'The key works from now on.',
    shown: (
      <div className="grid gap-5">
        <SecretField secret={secret} />
        {key.scopes.includes('write') && <SendSnippets secret={secret} />}
      </div>
    ),
  }
}
