package keep

import (
	"cmp"
	"slices"

	"aloft/model"
)

// maxOrders is for how many folders an order is stored.
const maxOrders = 500

// orders are the folders that have an order of their own, the one that was used last
// at the end.
type orders []orderLine

type orderLine struct {
	Place model.Place   `json:"place"`
	By    model.SortKey `json:"by"`
	Desc  bool          `json:"desc,omitempty"`
	Mixed bool          `json:"mixed,omitempty"`
}

func (l orderLine) order() model.Order { return model.Order{By: l.By, Desc: l.Desc, Mixed: l.Mixed} }

// at is the line that holds for a folder, -1 when there is none.
func (o orders) at(folder model.Place) int {
	best := -1
	for i := range o {
		if folder.Within(o[i].Place) && (best < 0 || len(o[i].Place.Path) > len(o[best].Place.Path)) {
			best = i
		}
	}
	return best
}

// of is the order that holds for a folder.
func (o orders) of(folder model.Place) model.Order {
	if i := o.at(folder); i >= 0 {
		return o[i].order()
	}
	return model.Order{By: model.SortName}
}

// used moves the line of that folder to the end.
func (o orders) used(folder model.Place) {
	if i := o.at(folder); i >= 0 && o[i].Place.Equal(folder) {
		l := o[i]
		copy(o[i:], o[i+1:])
		o[len(o)-1] = l
	}
}

// set gives a folder an order; one that it has anyway is not stored.
func (o orders) set(folder model.Place, to model.Order) orders {
	o = slices.DeleteFunc(slices.Clone(o), func(l orderLine) bool { return l.Place.Equal(folder) })
	if o.of(folder) == to {
		return o
	}
	o = append(o, orderLine{folder, to.By, to.Desc, to.Mixed})
	return o[max(0, len(o)-maxOrders):]
}

// sound are the lines that can be meant.
func (o orders) sound() orders {
	o = slices.DeleteFunc(o, func(l orderLine) bool { return !l.Place.Valid() || !l.By.Keeps() })
	return o[max(0, len(o)-maxOrders):]
}

// mapped changes all places.
func (o orders) mapped(f func(at model.Place, current string) model.Place, current string) orders {
	for i := range o {
		o[i].Place = f(o[i].Place, current)
	}
	return o
}

// Order of a folder: its own, else that of the nearest folder above it that has one,
// else by name.
func (k *Keeper) Order(folder model.Place) model.Order {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.loadOrders()
	if i := k.orders.at(folder); i >= 0 {
		k.orders.used(k.orders[i].Place)
	}
	return k.orders.of(folder)
}

func (k *Keeper) loadOrders() {
	if !k.gotOrders {
		k.gotOrders = true
		k.load(ordersFile, &k.orders)
		k.orders = k.orders.sound().mapped(model.Place.Near, k.Account)
	}
}

// SetOrder gives a folder an order.
func (k *Keeper) SetOrder(folder model.Place, to model.Order) error {
	to.By = cmp.Or(to.By, model.SortName)
	k.disk.Lock()
	defer k.disk.Unlock()
	k.mu.Lock()
	k.loadOrders()
	k.orders = k.orders.set(folder, to)
	own := slices.Clone(k.orders)
	k.mu.Unlock()
	// Another session may have set others since ours were read.
	var stored orders
	_ = k.read(ordersFile, &stored)
	stored = stored.sound().mapped(model.Place.Near, k.Account)
	for _, l := range own {
		stored.used(l.Place)
	}
	return k.write(ordersFile, stored.set(folder, to).mapped(model.Place.Full, k.Account))
}
