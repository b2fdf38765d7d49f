'use client'

import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { SecretField } from '@/components/settings/secret-field'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { createKeyMutation } from '@/lib/queries/keys'
import { toProblem } from '@/lib/queries/problem'

type MakeKeyProps = { project: string; secret: string | null; onMade: (secret: string) => void; isAllowed: boolean }

/** Makes a key in place; its secret goes into the snippets and is shown this once. */
export function MakeKey({ project, secret, onMade, isAllowed }: MakeKeyProps) {
  const create = useMutation(createKeyMutation(project))
  if (secret) return <SecretField secret={secret} />
  if (!isAllowed) return <p className="text-ink-2 text-sm">Ask an admin of this project for an API key.</p>
  const make = () => create.mutate({ name: 'First key' }, { onSuccess: (made) => onMade(made.secret) })
  return (
    <div className="grid justify-items-start gap-2">
      {create.error && <Notice tone="fail">{toProblem(create.error).message}</Notice>}
      <Button variant="primary" icon={<KeyRound aria-hidden />} pending={create.isPending} onClick={make}>
        Make a key
      </Button>
      <p className="text-ink-3 text-xs">It goes into the snippets below. You can revoke it in the settings.</p>
    </div>
  )
}
