import { readFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";

const folder = join(import.meta.dirname, "certificates");

/** Whom the certificate names. Self-signed, until 2126: of use for nothing but tests. */
export const certifiedName = "lists.example.com";
/** The file of the certificate, which is its own authority's. */
export const certificateFile = join(folder, `${certifiedName}.crt`);

/** TLS on a port of the loopback interface, in front of a server there that speaks plain HTTP. */
export interface TlsFront {
  readonly port: number;
  close(): Promise<void>;
}

export async function openTlsFront(innerPort: number): Promise<TlsFront> {
  const key = readFileSync(join(folder, `${certifiedName}.key`));
  const server = createServer({ cert: readFileSync(certificateFile), key }, (socket) => {
    const onward = connect(innerPort, "127.0.0.1");
    socket.on("error", () => onward.destroy()).pipe(onward);
    onward.on("error", () => socket.destroy()).pipe(socket);
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
