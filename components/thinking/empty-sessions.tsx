'use client'

import { useOrigin } from '@/components/onboarding/use-origin'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { StatePanel } from '@/components/ui/state-panel'
import { thoughtSnippet } from './thought-snippet'
import { useThinkingSearch } from './use-thinking-search'

/** No session: either none fits the filters, or none has begun, and then how to begin one. */
export function EmptySessions({ isFiltered }: { isFiltered: boolean }) {
  const { clear } = useThinkingSearch()
  const origin = useOrigin()
  if (isFiltered)
    return (
      <StatePanel
        state="empty"
        title="No session fits these filters"
        action={<Button onClick={clear}>Clear filters</Button>}
      >
        Sessions that do will show up here as agents think.
      </StatePanel>
    )
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-3 py-8">
      <div>
        <h2 className="font-medium text-base">No agent has thought here yet</h2>
        <p className="mt-1 text-ink-2 text-sm">
          An agent sends one thought at a time and is answered with the next step of the verification and the tools for
          it. Try it with one of your API keys; the session appears here by itself.
        </p>
      </div>
      <CodeBlock title="Terminal" code={thoughtSnippet(origin)} />
      <p className="text-ink-2 text-sm">
        Send the <code className="font-mono text-xs">session_id</code> of the answer with the next thought. Over MCP the
        tool is <code className="font-mono text-xs">sequential_thinking_qa</code>.
      </p>
    </div>
  )
}
