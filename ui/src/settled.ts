import { useEffect, useRef, useState } from 'react'

/** The value once it has stood still for a while. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** What was there last, while the next is on its way. */
export function useHeld<Value>(value: Value | undefined): Value | undefined {
  const held = useRef<Value>(undefined)
  if (value !== undefined) held.current = value
  return value ?? held.current
}
