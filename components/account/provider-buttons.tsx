'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { SignInProvider } from '@/lib/contracts/session'
import { toProblem } from '@/lib/queries/problem'
import { signInWith } from '@/lib/queries/session'

type ProviderButtonsProps = { providers: readonly SignInProvider[]; from: string }

export function ProviderButtons({ providers, from }: ProviderButtonsProps) {
  const start = useMutation({ mutationFn: (id: string) => signInWith(id, from) })
  if (providers.length === 0) return null
  return (
    <div className="mt-6 grid gap-2 border-t pt-6">
      {start.error && <Notice tone="fail">{toProblem(start.error).message}</Notice>}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          size="lg"
          className="w-full"
          pending={start.isPending && start.variables === id}
          onClick={() => start.mutate(id)}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}
