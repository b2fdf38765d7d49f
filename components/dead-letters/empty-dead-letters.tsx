import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { StatePanel } from '@/components/ui/state-panel'

const example = `POST /api/v1/dead-letters
{ "operation": "tool:bash", "args": { "command": "make" },
  "error": "exit 137", "category": "RESOURCE" }`

/** No item: either none fits the filters, or nothing has ever failed for good, and then how something gets here. */
export function EmptyDeadLetters({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <StatePanel
        state="empty"
        title="No dead letter fits these filters"
        action={<Button onClick={onClear}>Clear filters</Button>}
        compact
      >
        What does will show up here as it fails.
      </StatePanel>
    )
  }
  return (
    <StatePanel state="empty" title="Nothing has failed for good">
      <p>Agents hand in operations that failed, and the judge those it could not answer. They wait here for a retry.</p>
      <CodeBlock code={example} title="Request" className="mt-4 text-left" />
    </StatePanel>
  )
}
