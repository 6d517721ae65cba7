/** The browser's database: projects by their id, a card of each, and the shop's lists. What fails rejects: callers tell. */
const DATABASE = "offcut";
const VERSION = 2;

export type ShelfName = "projects" | "cards" | "shop";

/** Runs `work` in one transaction and resolves with its answer once that is safely kept. */
export async function within<Answer>(
  shelves: ShelfName[],
  mode: IDBTransactionMode,
  work: (shelf: (name: ShelfName) => IDBObjectStore) => Promise<Answer>,
): Promise<Answer> {
  const database = await open();
  try {
    const transaction = database.transaction(shelves, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser gave it up"));
      transaction.onerror = () => reject(transaction.error);
    });
    done.catch(() => {});
    const answer = await work((name) => transaction.objectStore(name));
    await done;
    return answer;
  } finally {
    database.close();
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    const names = request.result.objectStoreNames;
    for (const name of ["projects", "cards", "shop"])
      if (!names.contains(name)) request.result.createObjectStore(name);
  };
  return settled(request);
}

export function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export function readFrom<Value>(shelf: ShelfName, key: string): Promise<Value | undefined> {
  return within([shelf], "readonly", (of) => settled(of(shelf).get(key)));
}

export function keepIn(shelf: ShelfName, key: string, value: unknown): Promise<void> {
  return within([shelf], "readwrite", async (of) => {
    await settled(of(shelf).put(value, key));
  });
}

/** A list of the shop's; none where it cannot be read. */
export async function readList<Item>(key: string): Promise<Item[]> {
  const found = await readFrom<Item[]>("shop", key).catch(() => undefined);
  return Array.isArray(found) ? found : [];
}

/** Puts what `change` makes of something of the shop's in its place, with nobody else's change between the two. */
export function changeShop<Value>(key: string, change: (value: Value | undefined) => Value): Promise<void> {
  return within(["shop"], "readwrite", async (shelf) => {
    const value: Value | undefined = await settled(shelf("shop").get(key));
    await settled(shelf("shop").put(change(value), key));
  });
}
