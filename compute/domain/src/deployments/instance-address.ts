/**
 * Where the port of an instance is reached from the gateway. `through` is the id of the hub whose engine connects to it,
 * where nobody else can: then `host` is no host of any network, but how the engine calls it.
 */
export type InstanceAddress = { host: string; port: number; through?: string }
