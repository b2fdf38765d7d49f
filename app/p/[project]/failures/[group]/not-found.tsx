import { MissingItem } from '@/components/shell/missing-item'

export default function FailureNotFound() {
  return (
    <MissingItem title="Failure not found">
      The link may be incomplete, or lead to a failure of another project.
    </MissingItem>
  )
}
