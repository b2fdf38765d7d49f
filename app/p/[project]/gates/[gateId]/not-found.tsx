import { MissingItem } from '@/components/shell/missing-item'

export default function GateNotFound() {
  return (
    <MissingItem title="Gate not found">The link may be incomplete, or lead to a gate of another project.</MissingItem>
  )
}
