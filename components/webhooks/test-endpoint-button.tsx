'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { EndpointView } from '@/lib/contracts/webhooks'
import { toProblem } from '@/lib/queries/problem'
import { testEndpointMutation } from '@/lib/queries/webhooks'

type TestEndpointButtonProps = { project: string; endpoint: EndpointView }

/** Sends a test message and says what came back. */
export function TestEndpointButton({ project, endpoint }: TestEndpointButtonProps) {
  const test = useMutation(testEndpointMutation(project))
  const act = () =>
    test.mutate(endpoint.id, {
      onSuccess: ({ delivery }) => {
        const attempt = delivery.attempts.at(-1)
        if (delivery.status === 'delivered')
          toast.success(`${endpoint.name} took the test message (${attempt?.status})`)
        else
          toast.error(`${endpoint.name} did not take the test message: ${attempt?.error ?? 'it is still being sent'}.`)
      },
      onError: (error) => toast.error(toProblem(error).message),
    })
  return (
    <Button size="sm" pending={test.isPending} onClick={act} aria-label={`Test ${endpoint.name}`}>
      Test
    </Button>
  )
}
