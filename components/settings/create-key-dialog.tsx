'use client'

import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { SendSnippets } from '@/components/onboarding/send-snippets'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { createKeyMutation } from '@/lib/queries/keys'
import { toProblem } from '@/lib/queries/problem'
import { SecretField } from './secret-field'

const grants = {
  both: { label: 'Send and read runs', scopes: ['read', 'write'] },
  write: { label: 'Send runs only', scopes: ['write'] },
  read: { label: 'Read only', scopes: ['read'] },
} as const

type Grant = keyof typeof grants
const grantOptions = (Object.keys(grants) as Grant[]).map((value) => ({ value, label: grants[value].label }))

/** Makes a key; its secret is in sight until the dialog closes, and nowhere afterwards. */
export function CreateKeyDialog({ project }: { project: string }) {
  const formId = useId()
  const [isOpen, setOpen] = useState(false)
  const [grant, setGrant] = useState<Grant>('both')
  const create = useMutation(createKeyMutation(project))
  const problem = create.error ? toProblem(create.error) : null
  const made = create.data
  const toggle = (next: boolean) => {
    setOpen(next)
    if (!next) create.reset()
  }
  const submit = (form: FormData) =>
    create.mutate({ name: String(form.get('name') ?? ''), scopes: [...grants[grant].scopes] })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={toggle}
      width={made ? 'lg' : 'sm'}
      trigger={
        <Button variant="primary" icon={<KeyRound aria-hidden />}>
          Make a key
        </Button>
      }
      title={made ? made.key.name : 'Make an API key'}
      description={
        made
          ? 'The key works from now on.'
          : 'For one agent or tool each, so that one can be revoked without the others.'
      }
      actions={
        made ? (
          <DialogClose asChild>
            <Button variant="primary">I have copied it</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
              Make the key
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="grid gap-5">
          <SecretField secret={made.secret} />
          {made.key.scopes.includes('write') && <SendSnippets secret={made.secret} />}
        </div>
      ) : (
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
      )}
    </Dialog>
  )
}
