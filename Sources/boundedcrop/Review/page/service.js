// What the page asks of the program. Addresses are relative to that of the page, which has the token.

async function ask(address, options) {
    let answer;
    try {
        answer = await fetch(address, options);
    } catch {
        throw new Error("boundedcrop review does not answer: is it still running?");
    }
    const said = await answer.json().catch(() => ({}));
    if (answer.ok) return said;
    throw Object.assign(new Error(said.message ?? `the answer is ${answer.status}`), { isConflict: answer.status === 409 });
}

export const changes = (since) => ask(`changes?since=${since}`);
export const concerns = () => ask("concerns");
export const detail = (id) => ask(`pictures/${id}`);
/** What is made of a picture in one of its shapes, small or large. */
export const smallAddress = (id, shape, version) => `pictures/${id}/small/${shape}?v=${version}`;
export const largeAddress = (id, shape, version) => `pictures/${id}/large/${shape}?v=${version}`;
export const originalAddress = (id) => `pictures/${id}/original`;

const post = (address, body) =>
    ask(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
/** Gives a picture the corrections of one that is not there any more. */
export const attach = (id, lost) => post(`pictures/${id}/attached`, { lost });

/** Replaces the corrections of a picture with what a function makes of them, again if somebody else has changed them meanwhile. */
export async function correct(detail, change) {
    let seen = detail.corrections;
    for (let attempt = 0; ; attempt++) {
        const corrections = change(seen);
        try {
            return await post(`pictures/${detail.picture.id}/corrections`, { seen, corrections });
        } catch (error) {
            if (!error.isConflict || attempt > 4) throw error;
            seen = (await ask(`pictures/${detail.picture.id}`)).corrections;
        }
    }
}
