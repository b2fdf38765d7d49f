import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'

export default function SessionNotFound() {
  return (
    <StatePanel
      state="empty"
      title="No thinking session at this address"
      action={
        <Button asChild>
          <Link href="/">Back to the desk</Link>
        </Button>
      }
    >
      The link may be cut short, or lead to a session of another project.
    </StatePanel>
  )
}
