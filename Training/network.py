"""The networks of Sources/SmartCrop/Network: 128x128 colours in, 32x32 maps out; maps of importance and of heads.

Channels come in two equal halves, and the second half sees the mirrored picture as the first sees the picture: its kernels are the
first's, turned left to right with the halves of their input exchanged. So a mirrored picture gives mirrored maps by construction,
and there are half as many numbers to learn. Paper: Cohen, Welling, "Group equivariant convolutional networks", ICML 2016.
Strided kernels are even, so that a mirrored grid falls onto itself.
"""
import numpy as np
import jax, jax.numpy as jnp

INPUT, SIDE = 128, 32
MAPS = ["object", "gaze", "face", "thing", "glance", "keep"]
# Name, kernel, stride, channels in and out; in the order of the weights file.
LAYERS = [("stem", 4, 2, 3, 16), ("down1", 2, 2, 16, 24), ("block1", 3, 1, 24, 24), ("down2", 2, 2, 24, 48), ("block2", 3, 1, 48, 48), ("block2b", 3, 1, 48, 48),
          ("down3", 2, 2, 48, 80), ("block3", 3, 1, 80, 80), ("block3b", 3, 1, 80, 80), ("block3c", 3, 1, 80, 80),
          ("down4", 2, 2, 80, 80), ("block4", 3, 1, 80, 80),
          ("up3", 1, 1, 80, 80), ("mix3", 3, 1, 80, 80), ("up2", 1, 1, 80, 48), ("mix2", 3, 1, 48, 48),
          ("up1", 1, 1, 48, 24), ("mix1", 3, 1, 24, 24)]


def initial(seed, bias=(-1., 0, -4, -1, 0, 0)):
    """Random kernels (He et al. 2015), plain normalisation, and running statistics, for as many maps as there are biases."""
    random = np.random.default_rng(seed)
    parameters, statistics = {}, {}
    for name, kernel, _, inputs, outputs in LAYERS:
        scale = (2 / (kernel * kernel * inputs)) ** .5
        parameters[name] = {"kernel": jnp.array(random.normal(0, scale, (kernel, kernel, inputs, outputs // 2)), jnp.float32),
                            "gain": jnp.ones(outputs // 2), "bias": jnp.zeros(outputs // 2)}
        statistics[name] = {"mean": jnp.zeros(outputs // 2), "variance": jnp.ones(outputs // 2)}
    parameters["position"] = jnp.zeros((4, LAYERS[1][4] // 2))
    parameters["head"] = {"kernel": jnp.array(random.normal(0, .05, (LAYERS[-1][4] // 2, len(bias))), jnp.float32),
                          "bias": jnp.array(bias)}
    return parameters, statistics


def both(kernel):
    """The kernels of both halves from those of the first."""
    turned = kernel[:, ::-1]
    if kernel.shape[2] > 3:
        first, second = jnp.split(turned, 2, 2)
        turned = jnp.concatenate([second, first], 2)
    return jnp.concatenate([kernel, turned], 3)


def twice(x):
    return jnp.concatenate([x, x])


def convolved(x, kernel, stride):
    """Padded with one zero on every side for kernels of 3 and 4, otherwise not padded."""
    padding = [(1, 1)] * 2 if kernel.shape[0] >= 3 else [(0, 0)] * 2
    return jax.lax.conv_general_dilated(x, both(kernel), (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"))


def position(coefficients):
    """The input added to the first 32x32 layer: x, x², y and y² from -1 to 1, with the sign of x reversed in the second half."""
    place = (2 * jnp.arange(SIDE) + 1 - SIDE) / SIDE
    x, y = jnp.meshgrid(place, place)
    even = jnp.stack([x * x, y, y * y], -1) @ coefficients[1:]
    odd = x[..., None] * coefficients[0]
    return jnp.concatenate([even + odd, even - odd], -1)


def forward(parameters, statistics, x, training, dropout=1.0, signs=1):
    """Returns the maps before their last functions, and the statistics of these pictures, which training uses in place of the given ones.

    A map whose sign is -1 changes it when the picture is mirrored, so it can have no bias.
    """
    renewed = {}

    def layer(name, x):
        p = parameters[name]
        stride = next(entry[2] for entry in LAYERS if entry[0] == name)
        x = convolved(x, p["kernel"], stride)
        halves = x.reshape(*x.shape[:3], 2, -1)
        renewed[name] = {"mean": halves.mean((0, 1, 2, 3)), "variance": halves.var((0, 1, 2, 3))}
        mean, variance = ((renewed if training else statistics)[name][k] for k in ("mean", "variance"))
        factor = p["gain"] / jnp.sqrt(variance + 1e-3)
        return x * twice(factor) + twice(p["bias"] - mean * factor)

    def block(name, x):
        return x + jax.nn.relu(layer(name, x))

    def up(name, x, skip):
        return jax.nn.relu(jnp.repeat(jnp.repeat(layer(name, x), 2, 1), 2, 2) + skip)

    x = jax.nn.relu(layer("stem", x))
    first = block("block1", jax.nn.relu(layer("down1", x) + position(parameters["position"])))
    second = block("block2b", block("block2", jax.nn.relu(layer("down2", first))))
    third = block("block3c", block("block3b", block("block3", jax.nn.relu(layer("down3", second)))))
    fourth = block("block4", jax.nn.relu(layer("down4", third)))
    x = block("mix3", up("up3", fourth, third))
    x = block("mix2", up("up2", x, second))
    x = block("mix1", up("up1", x, first))
    head = parameters["head"]
    bias = head["bias"] * jnp.maximum(signs, 0)
    return (x * dropout) @ jnp.concatenate([head["kernel"], head["kernel"] * signs]) + bias, renewed


def maps(logits):
    """The six maps: probabilities, and densities over the photo (gaze, glance and keep)."""
    density = lambda k: jax.nn.softmax(logits[..., k].reshape(len(logits), -1)).reshape(logits.shape[:3])
    probability = jax.nn.sigmoid(logits)
    return jnp.stack([probability[..., 0], density(1), probability[..., 2], probability[..., 3], density(4), density(5)], -1)


def prepared(images):
    """Colours as the network sees them, from bytes."""
    return (images / 255 - .45) * 4


def continued(numbers, images, bias):
    """Parameters and statistics of a network that goes on from the numbers of one trained before, but for the last biases. Some prepared pictures tell how
    large what comes out of each layer is, so that normalisation keeps it."""
    parameters, statistics = initial(0, bias)
    layers, rest = unfolded(numbers)
    for (name, *_), (kernel, bias_) in zip(LAYERS, layers):
        parameters[name] |= {"kernel": jnp.array(kernel), "bias": jnp.array(bias_)}
        statistics[name]["variance"] -= 1e-3
    position_, kernel, _ = np.split(rest, np.cumsum([parameters["position"].size, parameters["head"]["kernel"].size]))
    parameters["position"] = jnp.array(position_.reshape(parameters["position"].shape))
    parameters["head"]["kernel"] = jnp.array(kernel.reshape(parameters["head"]["kernel"].shape))
    seen = forward(parameters, statistics, images, False)[1]
    for name, *_ in LAYERS:
        parameters[name]["gain"] = jnp.sqrt(seen[name]["variance"] + 1e-3)
        parameters[name]["bias"] += seen[name]["mean"]
    return parameters, seen


def folded(parameters, statistics):
    """The kernels of the first half with the normalisation in them, and biases, in the order of the weights file."""
    numbers = []
    for name, *_ in LAYERS:
        p, s = parameters[name], statistics[name]
        factor = np.asarray(p["gain"] / jnp.sqrt(s["variance"] + 1e-3))
        numbers += [np.asarray(p["kernel"]) * factor, np.asarray(p["bias"] - s["mean"] * factor)]
    return numbers + [np.asarray(v) for v in (parameters["position"], parameters["head"]["kernel"], parameters["head"]["bias"])]


def unfolded(numbers):
    """The kernel and the biases of each layer from the numbers of a weights file, and the numbers after them, flat."""
    layers, place = [], 0
    for _, kernel, _, inputs, outputs in LAYERS:
        shape = kernel, kernel, inputs, outputs // 2
        middle = place + int(np.prod(shape))
        layers.append((numbers[place:middle].reshape(shape), numbers[middle:middle + shape[3]]))
        place = middle + shape[3]
    return layers, numbers[place:]


def unpacked(data):
    """For each network of a weights file written by pack.py: kernel and biases of each layer, and the position's coefficients."""
    networks, place = [], 0

    def take(kind, *shape):
        nonlocal place
        count = int(np.prod(shape))
        found = np.frombuffer(data, kind, count, place).reshape(shape).astype(np.float32)
        place += found.size * np.dtype(kind).itemsize
        return found

    for maps in (len(MAPS), 6, 6, 8):
        layers = {}
        for name, kernel, _, inputs, outputs in LAYERS:
            numbers = take("i1", kernel, kernel, inputs, outputs // 2)
            layers[name] = numbers * take("<f4", outputs // 2), take("<f4", outputs // 2)
        networks.append((layers, take("<f4", 4, LAYERS[1][4] // 2)))
        take("<f4", (LAYERS[-1][4] // 2 + 1) * maps)
    return networks


def summary(layers, coefficients, x):
    """The mean of each channel of the grids of 16x16, 8x8 and 4x4 cells, mirror images taken together, by a network that is unpacked."""
    strides = {name: stride for name, _, stride, *_ in LAYERS}

    def layer(name, x):
        kernel, bias = layers[name]
        return convolved(x, kernel, strides[name]) + twice(bias)

    def block(name, x):
        return x + jax.nn.relu(layer(name, x))

    def means(x):
        first, second = jnp.split(x.mean((1, 2)), 2, -1)
        return (first + second) / 2

    x = jax.nn.relu(layer("stem", x))
    x = block("block1", jax.nn.relu(layer("down1", x) + position(coefficients)))
    second = block("block2b", block("block2", jax.nn.relu(layer("down2", x))))
    third = block("block3c", block("block3b", block("block3", jax.nn.relu(layer("down3", second)))))
    fourth = block("block4", jax.nn.relu(layer("down4", third)))
    return jnp.concatenate([means(second), means(third), means(fourth)], -1)
