// What the client's code takes for granted and Node 20 lacks.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
