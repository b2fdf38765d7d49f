import { MissingItem } from '@/components/shell/missing-item'

export default function SessionNotFound() {
  return (
    <MissingItem title="Thinking session not found">
      The link may be incomplete, or lead to a session of another project.
    </MissingItem>
  )
}
